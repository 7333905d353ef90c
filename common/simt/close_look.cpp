#include "common/simt/close_look.h"

#include <cstdint>
#include <tuple>

#include "common/simt/analysis.h"

namespace simt {
namespace {

bool is_costlier(const CostlyRequest& a, const CostlyRequest& b) {
  const std::int64_t excess = std::int64_t{a.units} - a.ideal,
                     other = std::int64_t{b.units} - b.ideal;
  if (excess != other || a.lanes.count != b.lanes.count) {
    return excess != other ? excess > other : a.lanes.count > b.lanes.count;
  }
  return std::tie(a.block.z, a.block.y, a.block.x, a.first_thread) <
         std::tie(b.block.z, b.block.y, b.block.x, b.first_thread);
}

}  // namespace

void CloseLook::note_global(const Request& request, const Sectors& sectors, const uint3& block) {
  keep_costlier(&global_, request.code,
                {block, request.first_thread, request.lanes, sectors.touched, sectors.ideal});
}

void CloseLook::note_shared(const Request& request,
                            const Wavefronts& wavefronts,
                            const BlockState& block) {
  keep_costlier(
      &shared_, request.code,
      {block.index, request.first_thread, request.lanes, wavefronts.needed, wavefronts.ideal});
  merging_.note(request, block.clock.now);
}

void CloseLook::clear() {
  global_.clear();
  shared_.clear();
  merging_.clear();
}

const CostlyRequest* CloseLook::find(const Examples& examples, AccessCode code) {
  const auto found = examples.find(code);
  return found == examples.end() ? nullptr : &found->second;
}

void CloseLook::keep_costlier(Examples* examples, AccessCode code, const CostlyRequest& request) {
  const auto [entry, is_new] = examples->try_emplace(code, request);
  CostlyRequest& kept = entry->second;
  if (!is_new && is_costlier(request, kept)) {
    kept = request;
  }
}

}  // namespace simt
