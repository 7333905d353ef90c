// Launches: CUDA's limits, and the multiprocessors that blocks are spread over.
#pragma once

#include <vector>

#include "common/simt/engine/multiprocessor.h"

namespace simt {

// The multiprocessors that have been used so far, for the report.
std::vector<Multiprocessor*> multiprocessors();

}  // namespace simt
