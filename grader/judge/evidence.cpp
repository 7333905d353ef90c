#include "grader/judge/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/judge/plan.h"

namespace gemmlab {
namespace {

// The line whose `count` is largest over what it could be; 0 if no line is known.
template <typename Excess>
int worst_line(const Metrics& metrics, Excess excess) {
  const auto worst = std::max_element(
      metrics.lines.begin(), metrics.lines.end(),
      [&](const LineMetrics& a, const LineMetrics& b) { return excess(a) < excess(b); });
  return worst == metrics.lines.end() || excess(*worst) <= 0 ? 0 : worst->line;
}

double global_excess(const LineMetrics& line) {
  return double(line.global_load.units + line.global_store.units) -
         double(line.global_load.ideal_units + line.global_store.ideal_units);
}

double shared_excess(const LineMetrics& line) {
  return double(line.shared_load.units + line.shared_store.units) -
         double(line.shared_load.ideal_units + line.shared_store.ideal_units);
}

// " (counted at 960 x 960 x 192)": where that is not where the report's counts are from.
std::string counted_where(const Metrics& metrics) {
  const Shape& shape = metrics.shape;
  const Shape usual{kMetricsExtent, kMetricsExtent, kMetricsExtent, ""};
  return shape.same_extents(usual) ? ""
                                   : fmt::format(" (counted at {} x {} x {}, where that is least)",
                                                 shape.m, shape.n, shape.k);
}

double most_threads(const Metrics& metrics) {
  double most = 0;
  for (const LaunchShape& launch : metrics.launches) {
    double threads = 1;
    for (const unsigned extent : {launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                                  launch.block[1], launch.block[2]}) {
      threads *= extent;
    }
    most = std::max(most, threads);
  }
  return most;
}

void fail_uncoalesced(double value, double limit, const Metrics& metrics, Check& check) {
  fail(check, Verdict::uncoalesced,
       fmt::format("The warps touch {:.1f} times as many 32-byte sectors of global memory as the "
                   "bytes they use would fill{}; at most {:.1f} is asked.\n"
                   "Likely cause: neighbouring threads do not touch neighbouring addresses. Let "
                   "threadIdx.x run along a row (the column index), in blocks at least 16 wide.",
                   value, counted_where(metrics), limit));
  check.line = worst_line(metrics, global_excess);
}

void fail_bank_conflicts(double value, double limit, const Metrics& metrics, Check& check) {
  fail(
      check, Verdict::bank_conflicts,
      fmt::format("Shared memory needs {:.1f} times the passes that it would without bank "
                  "conflicts; at most {:.1f} is asked.\n"
                  "Likely cause: the threads of a warp walk down a column of a tile whose rows are "
                  "a multiple of 32 floats long: all of them meet in one bank.",
                  value, limit));
  check.line = worst_line(metrics, shared_excess);
}

std::string missed_point(const Evidence& evidence, double value, const Metrics& metrics) {
  switch (evidence.kind) {
    case Evidence::Kind::threads_per_output_at_least:
      return fmt::format(
          "{:.0f} threads computed the {} elements of C; this lab gives each element a thread.\n"
          "Likely cause: a loop over rows or columns is still in the kernel. Let the grid cover C: "
          "each thread takes one row and one column from its place in it.",
          most_threads(metrics), metrics.shape.m * metrics.shape.n);
    case Evidence::Kind::uses_shared_memory:
      return fmt::format(
          "{}, and passing operands through it is what this lab is about.\n"
          "Declare tiles with __shared__, and let each block load what its threads share.",
          value > 0 ? "The kernel puts less into shared memory than one matrix holds"
                    : "The kernel puts nothing into shared memory");
    case Evidence::Kind::reuse_at_least:
      return fmt::format(
          "Each element loaded from global memory is used {:.1f} times; at least {:.1f} is asked.\n"
          "Likely cause: the inner loop reads global memory where it could read the tile.",
          value, evidence.limit);
    default:
      return fmt::format(
          "The threads load {:.2f} floats from shared memory for each multiply-add{}; at most "
          "{:.2f} is asked.\nLikely cause: what a thread has loaded serves too few of its outputs. "
          "Keep a value in a register and use it for several outputs.",
          value, counted_where(metrics), evidence.limit);
  }
}

}  // namespace

double measured(const Evidence& evidence, const Metrics& metrics) {
  switch (evidence.kind) {
    case Evidence::Kind::threads_per_output_at_least:
      return most_threads(metrics) / (double(metrics.shape.m) * metrics.shape.n);
    case Evidence::Kind::uses_shared_memory:
      return double(metrics.shared_store.bytes) /
             (4.0 * metrics.shape.k * std::min(metrics.shape.m, metrics.shape.n));
    case Evidence::Kind::reuse_at_least:
      return reuse(metrics);
    case Evidence::Kind::sectors_over_ideal_at_most:
      return sectors_over_ideal(metrics);
    case Evidence::Kind::shared_loads_per_fma_at_most:
      return shared_loads_per_fma(metrics);
    case Evidence::Kind::bank_conflicts_at_most:
      break;
  }
  return conflict_degree(metrics);
}

void judge_evidence(const Evidence& evidence, const Metrics& metrics, Check& check) {
  const double value = measured(evidence, metrics);
  switch (evidence.kind) {
    case Evidence::Kind::uses_shared_memory:
      value >= 1 && metrics.shared_load.bytes > 0
          ? pass(check)
          : fail(check, Verdict::misses_the_point, missed_point(evidence, value, metrics));
      break;
    case Evidence::Kind::threads_per_output_at_least:
    case Evidence::Kind::reuse_at_least:
      value >= evidence.limit
          ? pass(check)
          : fail(check, Verdict::misses_the_point, missed_point(evidence, value, metrics));
      break;
    case Evidence::Kind::shared_loads_per_fma_at_most:
      value <= evidence.limit
          ? pass(check)
          : fail(check, Verdict::misses_the_point, missed_point(evidence, value, metrics));
      break;
    case Evidence::Kind::sectors_over_ideal_at_most:
      value <= evidence.limit ? pass(check)
                              : fail_uncoalesced(value, evidence.limit, metrics, check);
      break;
    case Evidence::Kind::bank_conflicts_at_most:
      value <= evidence.limit ? pass(check)
                              : fail_bank_conflicts(value, evidence.limit, metrics, check);
      break;
  }
  if (check.line == 0) {
    check.line.reset();
  }
}

std::string nothing_stored(const Metrics& metrics) {
  if (metrics.launches.empty()) {
    return "No kernel was launched: C was computed without the GPU, and the kernel is what this "
           "lab is "
           "about.";
  }
  const std::uint64_t needed = 4ull * metrics.shape.m * metrics.shape.n;
  const std::uint64_t stored = metrics.global_store.bytes + metrics.global_atomic_bytes;
  if (stored >= needed) {
    return {};
  }
  return fmt::format(
      "The kernels stored {} bytes, and C has {}: its values come from somewhere else, and the "
      "kernel "
      "is what this lab is about.",
      stored, needed);
}

std::string nothing_examined(const Metrics& metrics) {
  const auto& [m, n, k, reason, only_launch] = metrics.shape;
  const std::uint64_t needed = 4ull * (std::uint64_t(m) * k + std::uint64_t(k) * n);
  const std::string nothing = nothing_stored(metrics);
  if (!nothing.empty() || metrics.global_load.bytes >= needed) {
    return nothing;
  }
  return fmt::format(
      "The kernels loaded {} bytes, and A and B have {}: the values of C come from somewhere else, "
      "and "
      "the kernel is what this lab is about.",
      metrics.global_load.bytes, needed);
}

}  // namespace gemmlab
