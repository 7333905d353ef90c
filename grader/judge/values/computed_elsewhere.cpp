#include "grader/judge/values/computed_elsewhere.h"

namespace gemmlab {

std::optional<ComputedElsewhere> not_stored_by_kernels(const RunCounts& counts,
                                                       const Shape& shape) {
  using Missing = ComputedElsewhere::Missing;
  if (counts.launches.empty()) {
    return ComputedElsewhere{Missing::launch};
  }
  const std::uint64_t of_c = 4ull * shape.m * shape.n;
  const std::uint64_t stored = counts.global_store.bytes + counts.global_atomic_bytes;
  return stored < of_c ? std::optional(ComputedElsewhere{Missing::stores, stored, of_c})
                       : std::nullopt;
}

std::optional<ComputedElsewhere> not_computed_by_kernels(const Metrics& metrics) {
  const auto [m, n, k] = metrics.shape.extents();
  const auto not_stored = not_stored_by_kernels(metrics, metrics.shape);
  const std::uint64_t needed = 4ull * (std::uint64_t(m) * k + std::uint64_t(k) * n);
  const std::uint64_t loaded = metrics.global_load.bytes + metrics.global_atomic_bytes;
  if (not_stored || loaded >= needed) {
    return not_stored;
  }
  return ComputedElsewhere{ComputedElsewhere::Missing::loads, loaded, needed};
}

}  // namespace gemmlab
