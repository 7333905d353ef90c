// Streams and events of CUDA's API.
#include "common/simt/shim/api/cuda_streams.h"

#include <algorithm>
#include <chrono>

#include "common/simt/api/api_call.h"
#include "common/simt/engine/streams.h"
#include "common/simt/state/device_limits.h"

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

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  SIMT_API_CALL_IN(nullptr);
  return given(stream, call.machine.streams.create({}));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  SIMT_API_CALL_IN(nullptr);
  return given(stream, call.machine.streams.create({flags}));
}

// Priorities outside the range are clamped.
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  SIMT_API_CALL_IN(nullptr);
  return given(stream,
               call.machine.streams.create({flags, std::clamp(priority, kGreatestPriority, 0)}));
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  SIMT_API_CALL_IN(stream);
  return given(flags, call.machine.streams.find(stream)->flags);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  SIMT_API_CALL_IN(stream);
  return given(priority, call.machine.streams.find(stream)->priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return destroy(call);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  call.machine.streams.finish(stream);
  return call.sticky();
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  call.machine.streams.finish(stream);
  return call.sticky();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  SIMT_API_CALL_IN(stream);
  return wait_in_stream(call, event);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  SIMT_API_CALL_IN(nullptr);
  return given(event, call.machine.streams.create_event());
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  SIMT_API_CALL_IN(nullptr);
  return given(event, call.machine.streams.create_event());
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  SIMT_API_CALL_IN(nullptr);
  return destroy(call, event);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  SIMT_API_CALL_IN(nullptr);
  return finish(call, event);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  SIMT_API_CALL_IN(nullptr);
  return finish(call, event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return record(call, event);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  SIMT_API_CALL_IN(stream);
  return record(call, event);
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  SIMT_API_CALL_IN(nullptr);
  return elapsed(call, ms, start, end);
}
