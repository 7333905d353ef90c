// What the simulator counted, and values derived from it.
#pragma once

#include <algorithm>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Counted at `shape`.
struct Metrics : RunCounts {
  Shape shape;
  double bytes_per_flop = 0;  // bytes of global loads, stores and atomics / 2mnk
  double blocks = 0;          // of the launch that computes, at kBlocksExtent; where a Spec asks
  double pieces = 0;          // the same at kLongK
  // The line of a loop from which the compiler may merge shared loads otherwise than foretold.
  int unusual_loop = 0;
  // Stores of a value that another thread had stored there, with no barrier between.
  std::vector<Finding> stored_again = {};
};

inline bool is_stored_again(const Finding& finding) {
  const auto* const race = get_if<Race>(&finding.fact);
  return race && race->same_value && race->other_wrote && race->access == Access::write;
}
inline bool is_of_c(const Finding& race) {
  const auto* const place = std::get_if<BufferPlace>(&get<Race>(race.fact).at);
  return place != nullptr && is_result(place->buffer.matrix);
}

// Derived from the counts; the lab pages explain each in plain words. 0 instead of a division by 0.
inline double quotient(double numerator, double denominator) {
  return denominator > 0 ? numerator / denominator : 0;
}
inline double over_ideal(const AccessCounts& load, const AccessCounts& store) {
  return quotient(double(load.units + store.units), double(load.ideal_units + store.ideal_units));
}

// Uses of each float loaded.
inline double reuse(const Metrics& metrics) {
  return quotient(4, metrics.bytes_per_flop);
}
// Sectors touched over the minimum for these bytes if packed.
inline double sectors_over_ideal(const Metrics& metrics) {
  return over_ideal(metrics.global_load, metrics.global_store);
}
// Floats loaded per multiply-add. A shuffle takes the same path as a load.
inline double shared_loads_per_fma(const Metrics& metrics) {
  const double products = double(metrics.shape.m) * metrics.shape.n * metrics.shape.k;
  return quotient(double(metrics.shared_load.bytes) / 4 + double(metrics.shuffles), products);
}
// The same, and what comes from constant memory, by atomics from global memory, or straight from
// there: what is not put into shared memory.
inline double loads_per_fma(const Metrics& metrics) {
  const double products = double(metrics.shape.m) * metrics.shape.n * metrics.shape.k;
  const double direct =
      std::max(0.0, double(metrics.global_load.bytes) - double(metrics.shared_store.bytes));
  return shared_loads_per_fma(metrics) +
         quotient((double(metrics.constant_bytes + metrics.global_atomic_bytes) + direct) / 4,
                  products);
}
// Operations of tensor cores for each byte that is loaded from shared memory; a multiply-add is
// two.
inline double tensor_operations_per_shared_byte(const Metrics& metrics) {
  return quotient(2 * double(metrics.tensor_products), double(metrics.shared_load.bytes));
}
// A lane's load instructions from shared memory per multiply-add: one of 16 bytes is one, and so
// are neighbours that the compiler merges, where that was foretold.
inline double load_instructions_per_fma(const Metrics& metrics) {
  const double products = double(metrics.shape.m) * metrics.shape.n * metrics.shape.k;
  const auto written = metrics.shared_load.requests, merged = metrics.merged_shared_load.requests;
  const double requests = double(merged > 0 ? std::min(written, merged) : written);
  return quotient(32 * requests + double(metrics.shuffles), products);
}
// What a lane's load from global memory brings on average.
inline double global_load_bytes(const Metrics& metrics) {
  return quotient(double(metrics.global_load.bytes), 32 * double(metrics.global_load.requests));
}
inline double copied_asynchronously(const Metrics& metrics) {
  return quotient(double(metrics.copied_bytes), double(metrics.shared_store.bytes));
}
inline double copied_ahead(const Metrics& metrics) {
  return quotient(double(metrics.overlapped_bytes), double(metrics.copied_bytes));
}
inline double blocks_when_large(const Metrics& metrics) {
  return metrics.blocks;
}
inline double pieces_of_long_k(const Metrics& metrics) {
  return metrics.pieces;
}
inline double tensor_share(const Metrics& metrics) {
  const double products = double(metrics.shape.m) * metrics.shape.n * metrics.shape.k;
  return quotient(double(metrics.tensor_products), products);
}
// Passes over passes without bank conflicts.
inline double conflict_degree(const Metrics& metrics) {
  return over_ideal(metrics.shared_load, metrics.shared_store);
}

}  // namespace gemmlab
