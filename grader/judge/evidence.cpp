#include "grader/judge/evidence.h"

#include <algorithm>
#include <array>

namespace gemmlab {
namespace {

double global_excess(const LineMetrics& line) {
  return double(line.global_load.units + line.global_store.units) -
         double(line.global_load.ideal_units + line.global_store.ideal_units);
}

double shared_excess(const LineMetrics& line) {
  return double(line.shared_load.units + line.shared_store.units) -
         double(line.shared_load.ideal_units + line.shared_store.ideal_units);
}

double most_threads(const Metrics& metrics) {
  double most = 0;
  for (const LaunchShape& launch : metrics.launches) {
    double threads = 1;
    for (const auto* extents : {&launch.grid, &launch.block}) {
      for (const unsigned extent : *extents) {
        threads *= extent;
      }
    }
    most = std::max(most, threads);
  }
  return most;
}

double threads_per_output(const Metrics& metrics) {
  return most_threads(metrics) / (double(metrics.shape.m) * metrics.shape.n);
}

// Matrices of the smaller operand that pass through shared memory. What is never read back passes
// through nothing.
double through_shared_memory(const Metrics& metrics) {
  const double stored = double(metrics.shared_store.bytes) /
                        (4.0 * metrics.shape.k * std::min(metrics.shape.m, metrics.shape.n));
  return metrics.shared_load.bytes > 0 ? stored : std::min(stored, 0.5);
}

constexpr std::array<Measure, 6> kMeasures{{
    {Evidence::Kind::threads_per_output_at_least, "threads for the outputs", threads_per_output,
     true, Verdict::misses_the_point, nullptr},
    {Evidence::Kind::uses_shared_memory, "uses shared memory", through_shared_memory, true,
     Verdict::misses_the_point, nullptr},
    {Evidence::Kind::reuse_at_least, "reuse of loaded elements", reuse, true,
     Verdict::misses_the_point, nullptr},
    {Evidence::Kind::sectors_over_ideal_at_most, "coalesced accesses", sectors_over_ideal, false,
     Verdict::uncoalesced, global_excess},
    {Evidence::Kind::shared_loads_per_fma_at_most, "shared loads per multiply-add",
     shared_loads_per_fma, false, Verdict::misses_the_point, nullptr},
    {Evidence::Kind::bank_conflicts_at_most, "bank conflicts", conflict_degree, false,
     Verdict::bank_conflicts, shared_excess},
}};

// The line that exceeds most what it could cost; none where no line is known to.
std::vector<Place> worst_line(const Measure& measure, const Metrics& metrics) {
  const LineMetrics* worst = nullptr;
  double most = 0;
  for (const LineMetrics& line : metrics.lines) {
    if (const double excess = measure.excess ? measure.excess(line) : 0; excess > most) {
      worst = &line;
      most = excess;
    }
  }
  return worst == nullptr ? std::vector<Place>{} : std::vector<Place>{{"", worst->line}};
}

}  // namespace

const Measure& measure_of(Evidence::Kind kind) {
  return *std::find_if(kMeasures.begin(), kMeasures.end(),
                       [&](const Measure& measure) { return measure.kind == kind; });
}

double measured(const Evidence& evidence, const Metrics& metrics) {
  return measure_of(evidence.kind).value(metrics);
}

bool is_met(const Evidence& evidence, const Metrics& metrics) {
  const double value = measured(evidence, metrics);
  return measure_of(evidence.kind).is_at_least ? value >= evidence.limit : value <= evidence.limit;
}

Check judge_limit(const Evidence& evidence, const Metrics& metrics, Check planned) {
  if (is_met(evidence, metrics)) {
    return passed(std::move(planned));
  }
  const Measure& measure = measure_of(evidence.kind);
  const Shape usual{kMetricsExtent, kMetricsExtent, kMetricsExtent, ""};
  LimitMissed miss{evidence.kind,  measure.value(metrics),
                   evidence.limit, most_threads(metrics),
                   metrics.shape,  !metrics.shape.same_extents(usual)};
  return failed(std::move(planned), measure.verdict, miss, worst_line(measure, metrics));
}

std::optional<ComputedElsewhere> not_stored_by_kernels(const RunCounts& counts,
                                                       const Shape& shape) {
  using Missing = ComputedElsewhere::Missing;
  if (counts.launches.empty()) {
    return ComputedElsewhere{Missing::launch};
  }
  const std::uint64_t needed = 4ull * shape.m * shape.n;
  const std::uint64_t stored = counts.global_store.bytes + counts.global_atomic_bytes;
  return stored >= needed ? std::nullopt
                          : std::optional(ComputedElsewhere{Missing::stores, stored, needed});
}

std::optional<ComputedElsewhere> not_computed_by_kernels(const Metrics& metrics) {
  const auto& [m, n, k, reason, only_launch] = metrics.shape;
  const auto not_stored = not_stored_by_kernels(metrics, metrics.shape);
  const std::uint64_t needed = 4ull * (std::uint64_t(m) * k + std::uint64_t(k) * n);
  const std::uint64_t loaded = metrics.global_load.bytes;
  if (not_stored || loaded >= needed) {
    return not_stored;
  }
  return ComputedElsewhere{ComputedElsewhere::Missing::loads, loaded, needed};
}

}  // namespace gemmlab
