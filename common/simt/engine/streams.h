// Work that the host has given to streams. It is done as late as CUDA allows: what nobody has
// waited for is not there yet.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <utility>

#include "common/simt/shim/cuda_types.h"

struct CUstream_st {
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  std::deque<std::function<void()>> work = {};  // in its order

  void finish() {
    while (!work.empty()) {
      const auto next = std::move(work.front());
      work.pop_front();
      next();
    }
  }
};

namespace simt {

class Streams {
 public:
  bool oldest_first = false;  // of streams in no order; the host does not expect the youngest first
  bool had_choice = false;    // of which is first

  cudaStream_t create(CUstream_st stream) { return &all_.emplace_back(std::move(stream)); }

  // CUDA's three default streams are one here.
  bool is_default(cudaStream_t stream) const {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
  }

  // Also what it waits for.
  void finish(cudaStream_t stream) { after_others(stream).finish(); }
  void finish_all() { finish_before(nullptr); }

  // Does it at the end of the stream.
  void add(cudaStream_t stream, std::function<void()> work) {
    after_others(stream).work.push_back(std::move(work));
  }
  void forget_work() {
    std::ranges::for_each(all_, [](CUstream_st& stream) { stream.work.clear(); });
  }

 private:
  // The stream, once those are through that it waits for.
  CUstream_st& after_others(cudaStream_t stream) {
    CUstream_st& its = is_default(stream) ? all_.front() : *stream;
    finish_before(&its);
    return its;
  }

  // The default stream and the others wait for each other; null waits for all.
  void finish_before(const CUstream_st* its) {
    int finished = 0;
    const auto finish_one = [&](CUstream_st& other) {
      const bool is_either = its == &all_.front() || &other == &all_.front();
      const bool is_waited_for =
          its == nullptr ||
          (its != &other && is_either && ((its->flags | other.flags) & cudaStreamNonBlocking) == 0);
      if (is_waited_for && !other.work.empty()) {
        had_choice |= ++finished > 1;
        other.finish();
      }
    };
    oldest_first ? std::for_each(all_.begin(), all_.end(), finish_one)
                 : std::for_each(all_.rbegin(), all_.rend(), finish_one);
  }

  std::list<CUstream_st> all_{1};  // the default stream is the first
};

}  // namespace simt
