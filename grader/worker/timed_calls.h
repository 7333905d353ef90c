// The three requests of timed calls: stage, batch, collect.
#pragma once

#include <vector>

#include "grader/protocol/messages.h"
#include "grader/worker/backend.h"

namespace gemmlab {

// All functions throw RequestFailed.
class TimedCalls {
 public:
  // `pools` holds the request's pools as a and b. What was staged before is released.
  void stage(const StageRequest& request, const MappedMatrices& pools);

  // Only what must lie within the judge's clock.
  RunReply batch(const BatchRequest& request, const Entries& entries);

  // Refuses an output that is not there: before there is memory to copy its rows to.
  void check(const CollectRequest& request) const;

  // Copies rows to c.
  void collect(const CollectRequest& request, const MappedMatrices& pools);

  // Poisons the outputs for the next batch: while nobody waits.
  void poison();

  const StageRequest& staged() const { return staged_; }

 private:
  std::size_t output_elements() const { return std::size_t(staged_.m) * staged_.n; }
  void release();

  StageRequest staged_;
  float* pool_a_ = nullptr;
  float* pool_b_ = nullptr;
  std::vector<float*> outputs_;
};

}  // namespace gemmlab
