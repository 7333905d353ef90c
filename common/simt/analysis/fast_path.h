// Which of the fast paths a processor can run.
#pragma once

#include "common/simt/analysis/fast_request.h"

namespace simt {

// The best version for this processor.
const FastPath& fast_path();

}  // namespace simt
