// Ctrl-C: a flag that a signal handler sets and long work looks at.
#pragma once

#include <atomic>

namespace gemmlab {

// Thrown by long work once it was asked to end; compilers and workers of its own are killed.
struct Interrupted {};

inline std::atomic<bool> interrupt_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

inline void throw_if_interrupted() {
  if (interrupt_requested) {
    throw Interrupted{};
  }
}

}  // namespace gemmlab
