#include "common/simt/analysis/close_look.h"

#include "common/simt/analysis/analysis.h"

namespace simt {
namespace {

CostRank rank_of(const CostlyRequest& request) {
  return cost_rank(std::int64_t{request.units} - request.ideal, request.lanes.count, request.block,
                   request.first_thread);
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
  if (!is_new && rank_of(request) < rank_of(kept)) {
    kept = request;
  }
}

}  // namespace simt
