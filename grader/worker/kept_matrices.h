// The matrices of a program on a GPU, as their owner sees them.
#pragma once

#include <optional>

#include "common/facts/finding.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/worker/cuda_context.h"

namespace gemmlab {

// Their owner places them before a run and fetches them after it. In a keeper nothing of a
// student's runs, so what it fetches is true. All throw RequestFailed, and CudaError if a call
// fails.
class KeptMatrices {
 public:
  // `shared`: another process will use them.
  explicit KeptMatrices(bool shared) : shared_(shared) {}

  // The reply states a new block's size.
  RunReply place(const PlaceRequest& request);
  // The reply names stores outside c, and the input that has changed.
  RunReply fetch(const FetchRequest& request);

  const DeviceBlock& block() const { return block_; }

 private:
  MatrixLayout on_gpu() const { return {placed_.elements, placed_.guard}; }
  // Stores outside a matrix; nothing if its guards are unchanged.
  std::optional<Finding> strays(int matrix, int rows, int cols) const;

  bool shared_;
  DeviceBlock block_;
  PlaceRequest placed_;
  std::optional<MappedMatrices> host_;  // of this request
};

}  // namespace gemmlab
