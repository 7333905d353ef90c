#include "grader/judge/explain/odd_grid.h"

#include <algorithm>
#include <optional>

namespace gemmlab {

std::uint64_t blocks_of(const Trial& trial) {
  const std::optional<StoreMap>& stores = trial.outcome.reply.counts.stores;
  return stores ? stores->blocks : 0;
}

double launched_blocks(const Trial& trial) {
  double blocks = 0;
  for (const LaunchShape& launch : trial.outcome.reply.counts.launches) {
    blocks += double(launch.times) * launch.blocks();
  }
  return blocks;
}

bool has_odd_grid(const Trial& trial, std::uint64_t usual) {
  const bool overlap = std::ranges::any_of(trial.outcome.reply.findings, [](const Finding& each) {
    const auto* const race = get_if<Race>(&each.fact);
    return race != nullptr && race->cause == RaceCause::same_element && race->other.in_other_block;
  });
  return overlap || (usual > 0 && blocks_of(trial) > usual &&
                     blocks_of(trial) > 2 * trial.outcome.reply.counts.stores->storing);
}

}  // namespace gemmlab
