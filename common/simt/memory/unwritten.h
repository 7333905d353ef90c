// Memory that nobody has written.
#pragma once

#include "common/simt/state/integers.h"

namespace simt {

// The content of device memory before the first write: a special NaN.
inline constexpr u32 kUnwrittenBits = 0x7fa5a5a5u;

}  // namespace simt
