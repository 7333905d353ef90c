#include "grader/worker/timed_calls.h"

#include <tuple>

namespace gemmlab {
void TimedCalls::release() {
  for (float* each : {pool_a_, pool_b_}) {
    if (each != nullptr) {
      release_floats(each);
    }
  }
  pool_a_ = pool_b_ = nullptr;
  while (!outputs_.empty()) {
    release_floats(outputs_.back());
    outputs_.pop_back();
  }
}

void TimedCalls::poison() {
  for (float* output : outputs_) {
    poison_floats(output, output_elements());
  }
}

void TimedCalls::stage(const StageRequest& request, const MappedMatrices& pools) {
  release();
  staged_ = request;
  pool_a_ = allocate_floats(request.pool_a);
  pool_b_ = allocate_floats(request.pool_b);
  for (int i = 0; i < request.outputs; ++i) {
    outputs_.push_back(allocate_floats(output_elements()));
  }
  write_floats(pool_a_, pools.a(), request.pool_a);
  write_floats(pool_b_, pools.b(), request.pool_b);
  poison();
}

RunReply TimedCalls::batch(const BatchRequest& request, const Entries& entries) {
  if (outputs_.empty()) {
    refuse({DeviceTrouble::nothing_staged, 0, 0, ""});
  }
  const auto& [m, n, k] = std::tie(staged_.m, staged_.n, staged_.k);
  std::size_t output = 0;
  start_clock();
  for (const Window& window : request.calls) {
    entries.matmul(pool_a_ + window.a_at, pool_b_ + window.b_at, outputs_[output], m, n, k);
    output = output + 1 == outputs_.size() ? 0 : output + 1;
  }
  for (const float* each : outputs_) {
    touch_floats(each, output_elements());
  }
  RunReply reply;
  reply.seconds = stop_clock();
  return reply;
}

void TimedCalls::check(const CollectRequest& request) const {
  if (request.output < 0 || std::size_t(request.output) >= outputs_.size()) {
    refuse({DeviceTrouble::no_such_output, 0, 0, ""});
  }
}

void TimedCalls::collect(const CollectRequest& request, const MappedMatrices& pools) {
  const std::size_t n = std::size_t(staged_.n);
  for (std::size_t i = 0; i < request.rows.size(); ++i) {
    read_floats(pools.c() + i * n, outputs_[request.output] + request.rows[i] * n, n);
  }
}

}  // namespace gemmlab
