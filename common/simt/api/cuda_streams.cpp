// Streams and events of CUDA's API.
#include "common/simt/api/api_call.h"

using namespace simt;

namespace {

cudaError_t destroy(const ApiCall& call) {
  if (Streams::is_default(*call.stream)) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::destroyed_default_stream);
  }
  call.machine.streams.destroy(*call.stream);  // its work is done all the same
  return cudaSuccess;
}

// What prevents the use of the event, or cudaSuccess.
cudaError_t check(const ApiCall& call, cudaEvent_t event) {
  const Streams& streams = call.machine.streams;
  if (call.machine.streams.find(event) != nullptr) {
    return call.sticky();
  }
  const Misuse what = event == nullptr         ? Misuse::null_event
                      : streams.was_one(event) ? Misuse::destroyed_event
                                               : Misuse::unknown_event;
  return call.fail(cudaErrorInvalidResourceHandle, what);
}

cudaError_t destroy(const ApiCall& call, cudaEvent_t event) {
  const cudaError_t error = check(call, event);
  call.machine.streams.destroy(event);
  return error;
}

cudaError_t finish(const ApiCall& call, cudaEvent_t event) {
  if (const cudaError_t error = check(call, event); error != cudaSuccess) {
    return error;
  }
  call.machine.streams.finish_until(event);
  return call.sticky();
}

cudaError_t record(const ApiCall& call, cudaEvent_t event) {
  if (const cudaError_t error = check(call, event); error != cudaSuccess) {
    return error;
  }
  call.machine.streams.record(event, *call.stream);
  return cudaSuccess;
}

cudaError_t wait_in_stream(const ApiCall& call, cudaEvent_t event) {
  if (const cudaError_t error = check(call, event); error != cudaSuccess) {
    return error;
  }
  call.machine.streams.wait_for(event, *call.stream);
  return cudaSuccess;
}

cudaError_t elapsed(const ApiCall& call, float* ms, cudaEvent_t start, cudaEvent_t end) {
  for (const cudaEvent_t event : {start, end}) {
    if (const cudaError_t error = finish(call, event); error != cudaSuccess) {
      return error;
    }
  }
  const Event& first = *call.machine.streams.find(start);
  const Event& last = *call.machine.streams.find(end);
  if (!first.recorded || !last.recorded) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::event_not_recorded);
  }
  *ms = std::chrono::duration<float, std::milli>(last.at - first.at).count();
  return cudaSuccess;
}

}  // namespace

#include "common/simt/shim/cuda_streams.table"
