#include "grader/judge/values/counted_run.h"

#include <algorithm>
#include <iterator>

namespace gemmlab {

Metrics metrics_of(const Trial& trial, const Shape& shape) {
  Metrics metrics{trial.outcome.reply.counts, shape};
  const double flops = 2.0 * shape.m * shape.n * shape.k;
  const std::uint64_t bytes =
      metrics.global_load.bytes + metrics.global_store.bytes + metrics.global_atomic_bytes;
  metrics.bytes_per_flop = double(bytes) / flops;
  std::ranges::copy_if(trial.outcome.reply.findings, std::back_inserter(metrics.stored_again),
                       is_stored_again);
  return metrics;
}

}  // namespace gemmlab
