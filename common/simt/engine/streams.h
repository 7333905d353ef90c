// Work that the host has given to streams. It is done as late as CUDA allows: what nobody has
// waited for is not there yet.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "common/simt/engine/stream_order.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/state/integers.h"

namespace simt {

struct Work {
  WorkNumber number;
  Done before;  // what it waits for, and itself
  std::function<void()> run;
};

struct Stream {
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  bool destroyed = false;  // to be removed when its work is done
  Done known = {};         // what its next work waits for
  std::deque<Work> work = {};

  bool waits_for_default() const { return (flags & cudaStreamNonBlocking) == 0; }
};

struct Event {
  bool recorded = false;
  Done known = {};  // what was before it in its stream, when it was recorded
  std::chrono::steady_clock::time_point at = {};
};

// Handles are numbers, which are never used again: that of a destroyed stream or event stays
// invalid.
class Streams {
 public:
  bool oldest_first = false;  // of streams in no order; the host does not expect the youngest first
  bool had_choice = false;    // of which is first

  Streams() { streams_[kDefault]; }

  cudaStream_t create(const Stream& settings);
  void destroy(cudaStream_t stream) { find(stream)->destroyed = true; }
  // CUDA's three default streams are one here.
  static bool is_default(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
  }
  // Null: there is no such stream, or no longer.
  Stream* find(cudaStream_t stream);
  // Whether a stream or an event had this handle.
  bool was_one(const void* handle) const {
    return number_of(handle) > kFirst && number_of(handle) <= last_handle_;
  }

  cudaEvent_t create_event();
  Event* find(cudaEvent_t event);
  void destroy(cudaEvent_t event) { events_.erase(number_of(event)); }
  void destroy_all();  // streams and events
  void record(cudaEvent_t event, cudaStream_t stream);
  void wait_for(cudaEvent_t event, cudaStream_t stream);

  // The host waits for all work of the stream, and what that waits for.
  void finish(cudaStream_t stream);
  // What was before the event when it was recorded.
  void finish_until(cudaEvent_t event);
  void finish_all();

  // Does it at the end of the stream, which must exist. Returns the work's number, and what is done
  // before it.
  Work add(cudaStream_t stream, std::function<void()> work);
  // What is certainly done before the next work of the stream.
  Done before_next(cudaStream_t stream) const;
  // The work that runs; else what the host would give to the default stream now.
  Work current() const;

  void forget_work();

 private:
  static constexpr u64 kDefault = 0, kFirst = 0x51e0'0000'0000, kStep = 16;

  static u64 number_of(const void* handle) { return reinterpret_cast<u64>(handle); }
  static u64 key_of(cudaStream_t stream) {
    return is_default(stream) ? kDefault : number_of(stream);
  }
  void remove_destroyed();
  void finish(const Done& work);
  void finish_up_to(Stream& stream, u64 number);

  std::map<u64, Stream> streams_;  // by handle: oldest first
  std::map<u64, std::shared_ptr<Event>> events_;
  Done host_;  // what the host has waited for
  u64 last_handle_ = kFirst, last_number_ = 0;
  const Work* running_ = nullptr;
};

}  // namespace simt
