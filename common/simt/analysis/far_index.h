// An address far from all memory that is allowed: what explains it is an index that went below 0 or
// overflowed, or a pointer to the host's memory.
#pragma once

#include <optional>

#include "common/facts/finding.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

// Nothing if several arrays, or none, could be meant.
std::optional<BadAccess> far_index(const BlockView& view, AccessCode code, u64 address, u32 thread);

// A pointer to the host's memory that the launch got, below an address that is not there; 0: none.
u64 host_pointer_below(const LaunchState& launch, u64 address);

}  // namespace simt
