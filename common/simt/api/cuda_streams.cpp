// Streams and events of CUDA's API.
#include <chrono>

#include "common/simt/api/api_call.h"

struct CUevent_st {
  std::chrono::steady_clock::time_point at = {};
  bool recorded = false;
  cudaStream_t stream = nullptr;
};

using namespace simt;

namespace {

// Waiting for more of the stream than the event is allowed, too.
void finish(const ApiCall& call, cudaEvent_t event) {
  call.machine.streams.finish(event == nullptr ? nullptr : event->stream);
}

cudaError_t wait_in_stream(const ApiCall& call, cudaEvent_t event) {
  Streams& streams = call.machine.streams;
  const cudaStream_t other = event == nullptr ? nullptr : event->stream;
  streams.add(*call.stream, [&streams, other] { streams.finish(other); });
  return cudaSuccess;
}

}  // namespace

#include "common/simt/shim/cuda_streams.table"

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  SIMT_API_CALL("cudaStreamDestroy");
  return call.machine.streams.is_default(stream)
             ? call.fail(cudaErrorInvalidResourceHandle, Misuse::destroyed_default_stream)
             : cudaSuccess;  // its work is done all the same
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  SIMT_API_CALL("cudaEventDestroy");
  finish(call, event);
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const ApiCall call("cudaEventRecord", __builtin_return_address(0), stream);
  SIMT_RETURN_IF_STICKY(call);
  if (event == nullptr) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::null_event);
  }
  event->recorded = true;
  event->stream = stream;
  call.machine.streams.add(stream, [event] { event->at = std::chrono::steady_clock::now(); });
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  SIMT_API_CALL("cudaEventElapsedTime");
  SIMT_RETURN_IF_STICKY(call);
  if (start == nullptr || end == nullptr || !start->recorded || !end->recorded) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::event_not_recorded);
  }
  finish(call, start);
  finish(call, end);
  *ms = std::chrono::duration<float, std::milli>(end->at - start->at).count();
  return cudaSuccess;
}
