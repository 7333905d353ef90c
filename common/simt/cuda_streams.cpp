// Streams and events of CUDA's API. Everything happens at once, in the order of the calls.
#include <chrono>

#include "common/simt/api_call.h"
#include "common/simt/shim/cuda_api.h"

// An event is the moment of its record; everything before it has happened by then.
struct CUevent_st {
  std::chrono::steady_clock::time_point at;
  bool recorded = false;
};

struct CUstream_st {};

using namespace simt;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  *stream = new CUstream_st;
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t) {
  SIMT_API_CALL("cudaStreamSynchronize");
  return call.sticky();
}

cudaError_t cudaStreamQuery(cudaStream_t) {
  SIMT_API_CALL("cudaStreamQuery");
  return call.sticky();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) {
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new CUevent_st;
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return cudaEventCreate(event);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  SIMT_API_CALL("cudaEventRecord");
  SIMT_RETURN_IF_STICKY(call);
  if (event == nullptr) {
    return call.fail(cudaErrorInvalidResourceHandle, "the event is null");
  }
  event->at = std::chrono::steady_clock::now();
  event->recorded = true;
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t) {
  SIMT_API_CALL("cudaEventQuery");
  return call.sticky();
}

cudaError_t cudaEventSynchronize(cudaEvent_t) {
  SIMT_API_CALL("cudaEventSynchronize");
  return call.sticky();
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  SIMT_API_CALL("cudaEventElapsedTime");
  SIMT_RETURN_IF_STICKY(call);
  if (start == nullptr || end == nullptr || !start->recorded || !end->recorded) {
    return call.fail(cudaErrorInvalidResourceHandle, "both events must have been recorded");
  }
  *ms = std::chrono::duration<float, std::milli>(end->at - start->at).count();
  return cudaSuccess;
}
