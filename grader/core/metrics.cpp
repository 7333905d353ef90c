#include "grader/core/metrics.h"

namespace gemmlab {
namespace {

double ratio(double numerator, double denominator) {
  return denominator > 0 ? numerator / denominator : 0;
}

double over_ideal(const AccessCounts& load, const AccessCounts& store) {
  return ratio(double(load.units + store.units), double(load.ideal_units + store.ideal_units));
}

}  // namespace

double reuse(const Metrics& metrics) {
  return ratio(4, metrics.bytes_per_flop);
}

double sectors_over_ideal(const Metrics& metrics) {
  return over_ideal(metrics.global_load, metrics.global_store);
}

double shared_loads_per_fma(const Metrics& metrics) {
  const double products = double(metrics.shape.m) * metrics.shape.n * metrics.shape.k;
  return ratio(double(metrics.shared_load.bytes) / 4 + double(metrics.shuffles), products);
}

double conflict_degree(const Metrics& metrics) {
  return over_ideal(metrics.shared_load, metrics.shared_store);
}

}  // namespace gemmlab
