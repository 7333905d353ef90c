#include "common/simt/analysis/close_look.h"

namespace simt {

void CloseLook::note(const Request& request,
                     gemmlab::Space space,
                     const Cost& cost,
                     const BlockState& block) {
  const CostlyRequest next{block.index, request.first_thread, request.lanes, cost};
  const auto [entry, is_new] = costliest_.try_emplace({request.code, space}, next);
  if (!is_new && next.rank() < entry->second.rank()) {
    entry->second = next;
  }
  if (space == gemmlab::Space::shared) {
    merging_.note(request, block.clock.now);
  }
}

void CloseLook::clear() {
  costliest_.clear();
  merging_.clear();
}

const CostlyRequest* CloseLook::costliest(AccessCode code, gemmlab::Space space) const {
  const auto found = costliest_.find({code, space});
  return found == costliest_.end() ? nullptr : &found->second;
}

}  // namespace simt
