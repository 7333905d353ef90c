// Streams and events of CUDA's API. Every operation completes immediately, in the order of the
// calls.
#include <algorithm>
#include <chrono>

#include "common/simt/api/api_call.h"
#include "common/simt/device_limits.h"

// An event is the time of its record; everything before it has completed by then.
struct CUevent_st {
  std::chrono::steady_clock::time_point at;
  bool recorded = false;
};

struct CUstream_st {
  unsigned flags = cudaStreamDefault;
  int priority = 0;
};

using namespace simt;

namespace {

// The default streams are never created or destroyed.
bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

#include "common/simt/shim/cuda_streams.table"

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  SIMT_API_CALL("cudaStreamDestroy");
  if (is_default(stream)) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::destroyed_default_stream);
  }
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  SIMT_API_CALL("cudaEventRecord");
  SIMT_RETURN_IF_STICKY(call);
  if (event == nullptr) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::null_event);
  }
  event->at = std::chrono::steady_clock::now();
  event->recorded = true;
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  SIMT_API_CALL("cudaEventElapsedTime");
  SIMT_RETURN_IF_STICKY(call);
  if (start == nullptr || end == nullptr || !start->recorded || !end->recorded) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::event_not_recorded);
  }
  *ms = std::chrono::duration<float, std::milli>(end->at - start->at).count();
  return cudaSuccess;
}
