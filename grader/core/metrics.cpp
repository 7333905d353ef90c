#include "grader/core/metrics.h"

namespace gemmlab {
namespace {

double ratio(double numerator, double denominator) {
  return denominator > 0 ? numerator / denominator : 0;
}

}  // namespace

double reuse(const Metrics& metrics) {
  return ratio(4, metrics.bytes_per_flop);
}

double sectors_over_ideal(const Metrics& metrics) {
  const AccessCounts &load = metrics.global_load, &store = metrics.global_store;
  return ratio(double(load.units + store.units), double(load.ideal_units + store.ideal_units));
}

double shared_loads_per_fma(const Metrics& metrics) {
  const double products = double(metrics.shape.m) * metrics.shape.n * metrics.shape.k;
  return ratio(double(metrics.shared_load.bytes) / 4, products);
}

double conflict_degree(const Metrics& metrics) {
  const AccessCounts &load = metrics.shared_load, &store = metrics.shared_store;
  return ratio(double(load.units + store.units), double(load.ideal_units + store.ideal_units));
}

}  // namespace gemmlab
