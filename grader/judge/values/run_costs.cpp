#include "grader/judge/values/run_costs.h"

#include <algorithm>

#include "grader/judge/values/value_runs.h"

namespace gemmlab {

bool is_dear(const Shape& shape) {
  const auto [m, n, k] = shape.extents();
  return std::max(m, n) > kLongRow || 1.0 * m * n * k > kMuch;
}

void RunCosts::note(const Trial& trial, const Shape& shape) {
  constexpr double kNotOnlyEdges = 1e6;  // products: of many tiles
  const double accesses = double(trial.outcome.reply.accesses);
  accesses_ += accesses;
  if (const double volume = padded_volume(shape, kUsualTile); volume > kNotOnlyEdges) {
    accesses_by_volume_ = std::max(accesses_by_volume_, accesses / volume);
  }
}

bool RunCosts::is_too_dear(const Shape& shape) const {
  constexpr double kHeavy = 6e8, kHeavyAlone = 5e7;  // accesses: some seconds
  const double foretold = accesses_by_volume_ * padded_volume(shape, kUsualTile);
  return is_dear(shape) && (accesses_ > kHeavy || foretold > kHeavyAlone);
}

}  // namespace gemmlab
