// Streams and events of CUDA's API. Every operation completes immediately, in the order of the
// calls.
#include <algorithm>
#include <chrono>

#include "common/simt/api/api_call.h"
#include "common/simt/device_limits.h"
#include "common/simt/shim/cuda_api.h"

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

SIMT_API(cudaStreamCreate, (cudaStream_t * stream), given(stream, new CUstream_st))
SIMT_API(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags),
         given(stream, new CUstream_st{flags}))
// Priorities outside the range are clamped.
SIMT_API(cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned flags, int priority),
         given(stream, new CUstream_st{flags, std::clamp(priority, kGreatestPriority, 0)}))
SIMT_API(cudaStreamGetFlags, (cudaStream_t stream, unsigned* flags),
         given(flags, is_default(stream) ? cudaStreamDefault : stream->flags))
SIMT_API(cudaStreamGetPriority, (cudaStream_t stream, int* priority),
         given(priority, is_default(stream) ? 0 : stream->priority))

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  SIMT_API_CALL("cudaStreamDestroy");
  if (is_default(stream)) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::destroyed_default_stream);
  }
  delete stream;
  return cudaSuccess;
}

// No work is pending: the call can only return a sticky error.
SIMT_API(cudaStreamSynchronize, (cudaStream_t), call.sticky())
SIMT_API(cudaStreamQuery, (cudaStream_t), call.sticky())
SIMT_API(cudaEventSynchronize, (cudaEvent_t), call.sticky())
SIMT_API(cudaEventQuery, (cudaEvent_t), call.sticky())

SIMT_API(cudaStreamWaitEvent, (cudaStream_t, cudaEvent_t, unsigned), cudaSuccess)

SIMT_API(cudaEventCreate, (cudaEvent_t * event), given(event, new CUevent_st))
SIMT_API(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned), given(event, new CUevent_st))

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

SIMT_API(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned),
         cudaEventRecord(event, stream))

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  SIMT_API_CALL("cudaEventElapsedTime");
  SIMT_RETURN_IF_STICKY(call);
  if (start == nullptr || end == nullptr || !start->recorded || !end->recorded) {
    return call.fail(cudaErrorInvalidResourceHandle, Misuse::event_not_recorded);
  }
  *ms = std::chrono::duration<float, std::milli>(end->at - start->at).count();
  return cudaSuccess;
}
