// Who stored the elements of C, read from the shadow after a run.
#pragma once

#include <optional>

#include "common/facts/store_map.h"
#include "common/simt/memory/arena.h"
#include "common/simt/state/launch_state.h"

namespace simt {

// Nothing if several launches stored to C, or if there are too many threads to tell apart.
std::optional<gemmlab::StoreMap> map_of_stores(const Arena& arena, const Allocation& c,
                                               const BlockOrder& launch);

}  // namespace simt
