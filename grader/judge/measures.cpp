#include "grader/judge/measures.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gemmlab {

bool are_merged(const Metrics& metrics) {
  const MergedCounts& merged = metrics.merged_shared_load;
  return merged.requests > 0 && merged.requests < metrics.shared_load.requests &&
         merged.units < metrics.shared_load.units;
}

double computing_threads(const Metrics& metrics) {
  const auto threads = [](const LaunchShape& launch) {
    return double(launch.times) * launch.threads();
  };
  const auto most = std::ranges::max_element(metrics.launches, {}, [&](const LaunchShape& launch) {
    return std::pair(launch.loaded, threads(launch));
  });
  return most == metrics.launches.end() ? 0 : threads(*most);
}

namespace {

// Beyond the minimum cost of a line's loads and stores in one kind of memory.
template <auto kLoad, auto kStore>
double excess(const LineMetrics& line) {
  return double((line.*kLoad).units + (line.*kStore).units) -
         double((line.*kLoad).ideal_units + (line.*kStore).ideal_units);
}

template <auto kLoad>
double loaded(const LineMetrics& line) {
  return double((line.*kLoad).bytes);
}

// Loads that the compiler merges meet in banks as the wide ones do, not as they are written.
double conflicts_as_merged(const Metrics& metrics) {
  AccessCounts load = metrics.shared_load;
  load.units = are_merged(metrics) ? metrics.merged_shared_load.units : load.units;
  // Where fragments come straight from global memory little is left, such as stores at the edge,
  // and conflicts there hardly matter: they are compared with what fragments of 64 x 64 would take.
  const double ideal = double(load.ideal_units + metrics.shared_store.ideal_units);
  const double usual = 3 * double(metrics.tensor_products) / 2048;
  if (ideal < usual) {
    return 1 + (double(load.units + metrics.shared_store.units) - ideal) / usual;
  }
  return over_ideal(load, metrics.shared_store);
}

double load_instructions(const LineMetrics& line) {
  return double(line.shared_load.requests);
}

// Bytes that its requests could have brought besides those that they did.
double narrowness(const LineMetrics& line) {
  return 512 * double(line.global_load.requests) - double(line.global_load.bytes);
}

double threads_per_output(const Metrics& metrics) {
  return computing_threads(metrics) / (double(metrics.shape.m) * metrics.shape.n);
}

// The number of matrices of the smaller operand's size that pass through shared memory. Data that
// is hardly read back does not count: a thread with 16 x 16 sums, more than fit, still loads 0.125
// floats for each multiply-add.
double through_shared_memory(const Metrics& metrics) {
  const auto [m, n, k] =
      std::array{double(metrics.shape.m), double(metrics.shape.n), double(metrics.shape.k)};
  const double stored = double(metrics.shared_store.bytes) / (4 * k * std::min(m, n));
  return std::min(stored, double(metrics.shared_load.bytes) / (0.4 * m * n * k));
}

// In the order of the kinds.
constexpr auto kMeasures = std::to_array<Measure>({
    {Evidence::Kind::threads_per_output_at_least, "threads for the outputs", threads_per_output,
     true, Verdict::misses_the_point, nullptr},
    {Evidence::Kind::uses_shared_memory, "uses shared memory", through_shared_memory, true,
     Verdict::misses_the_point, loaded<&LineMetrics::global_load>},
    {Evidence::Kind::reuse_at_least, "reuse of loaded elements", reuse, true,
     Verdict::misses_the_point, loaded<&LineMetrics::global_load>},
    {Evidence::Kind::sectors_over_ideal_at_most, "coalesced accesses", sectors_over_ideal, false,
     Verdict::uncoalesced, excess<&LineMetrics::global_load, &LineMetrics::global_store>},
    {Evidence::Kind::shared_loads_per_fma_at_most, "shared loads per multiply-add", loads_per_fma,
     false, Verdict::misses_the_point, loaded<&LineMetrics::shared_load>},
    {Evidence::Kind::bank_conflicts_at_most, "bank conflicts", conflicts_as_merged, false,
     Verdict::bank_conflicts, excess<&LineMetrics::shared_load, &LineMetrics::shared_store>},
    {Evidence::Kind::load_instructions_per_fma_at_most, "load instructions per multiply-add",
     load_instructions_per_fma, false, Verdict::misses_the_point, load_instructions},
    {Evidence::Kind::global_load_bytes_at_least, "wide global loads", global_load_bytes, true,
     Verdict::misses_the_point, narrowness},
    {Evidence::Kind::copied_asynchronously_at_least, "asynchronous copies", copied_asynchronously,
     true, Verdict::misses_the_point, loaded<&LineMetrics::global_load>},
    {Evidence::Kind::copied_ahead_at_least, "copies ahead", copied_ahead, true,
     Verdict::misses_the_point, nullptr},
    {Evidence::Kind::blocks_at_least, "blocks for small C", blocks_when_large, true,
     Verdict::misses_the_point, nullptr},
    {Evidence::Kind::pieces_of_k_at_least, "pieces of k", pieces_of_long_k, true,
     Verdict::misses_the_point, nullptr},
    {Evidence::Kind::tensor_share_at_least, "tensor cores multiply", tensor_share, true,
     Verdict::misses_the_point, loaded<&LineMetrics::shared_load>},
});
static_assert(kMeasures.size() == std::size(EnumNames<EvidenceKind>::all));
static_assert(std::ranges::is_sorted(kMeasures, {}, &Measure::kind));

}  // namespace

const Measure& measure_of(Evidence::Kind kind) {
  return kMeasures[static_cast<std::size_t>(kind)];
}

}  // namespace gemmlab
