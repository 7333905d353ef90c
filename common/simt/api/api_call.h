// One call of CUDA's API by the student's host code: its name and place.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "common/facts/place.h"
#include "common/facts/run_report.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/streams.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/state/access_code.h"

namespace simt {

class ApiCall {
 public:
  // Waits for the default stream, unless the call is asynchronous, in `stream`.
  ApiCall(const char* name, const void* return_address, std::optional<cudaStream_t> its_stream = {})
      : machine(current_machine()),
        lock(machine.in_use),
        access(machine),
        stream(its_stream),
        code(access_code(return_address, 0)),
        name_(name) {
    if (!stream) {
      machine.streams.finish(nullptr);
    }
  }

  // Ends the call with `error`, which the run's report shows; `cause` says what was wrong.
  cudaError_t fail(cudaError_t error, ApiCause cause = Unexplained{}) const {
    ApiError failed;
    failed.call = name_;
    failed.cause = std::move(cause);
    failed.at = machine.module != nullptr ? machine.module->site_of(code) : Place{};
    failed.at.what = "call";
    return machine.fail(error, std::move(failed));
  }
  cudaError_t fail(cudaError_t error, Misuse what) const { return fail(error, Misused{what}); }

  // What is wrong with its stream, or cudaSuccess.
  cudaError_t check_stream() const {
    Streams& streams = machine.streams;
    if (!stream || streams.find(*stream) != nullptr) {
      return cudaSuccess;
    }
    return fail(cudaErrorInvalidResourceHandle,
                streams.was_one(*stream) ? Misuse::destroyed_stream : Misuse::unknown_stream);
  }

  // Does the call's work, now or at the end of its stream.
  void in_stream(std::function<void()> work) const {
    if (stream) {
      machine.streams.add(*stream, std::move(work));
    } else {
      work();
    }
  }

  // The permanent error of an earlier kernel, or cudaSuccess.
  cudaError_t sticky() const {
    const cudaError_t error = machine.errors.sticky();
    return error == cudaSuccess ? error : fail(error, Misuse::device_is_broken);
  }

  Machine& machine;
  const std::unique_lock<std::recursive_mutex> lock;
  const DeviceAccess access;
  const std::optional<cudaStream_t> stream;
  const AccessCode code;  // of the place of the call

 private:
  const char* name_;
};

// `call` is the student's call of the function of CUDA's API that uses this.
#define SIMT_API_CALL() const simt::ApiCall call(__func__, __builtin_return_address(0))
// Likewise in a stream, which must exist; nullptr: the call waits for no stream.
#define SIMT_API_CALL_IN(stream)                                                   \
  const simt::ApiCall call(__func__, __builtin_return_address(0), stream);         \
  if (const cudaError_t no_stream = call.check_stream(); no_stream != cudaSuccess) \
  return no_stream

// Returns from a function if its device is broken.
#define SIMT_RETURN_IF_STICKY(call)                                      \
  if (const cudaError_t sticky = (call).sticky(); sticky != cudaSuccess) \
  return sticky

// The result of a call that only gives a value.
template <class T>
cudaError_t given(T* result, std::type_identity_t<T> value) {
  *result = value;
  return cudaSuccess;
}

}  // namespace simt
