// Long work ends on Ctrl-C.
#pragma once

#include <atomic>

namespace gemmlab {

// Thrown by long work when it should stop; its compilers and workers are killed.
struct Interrupted {};

inline std::atomic<bool> interrupt_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

inline void throw_if_interrupted() {
  if (interrupt_requested) {
    throw Interrupted{};
  }
}

}  // namespace gemmlab
