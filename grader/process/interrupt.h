// Long work ends on Ctrl-C.
#pragma once

#include <atomic>

namespace gemmlab {

// Thrown by long work when it should stop; its compilers and workers are killed.
struct Interrupted {};

inline std::atomic<bool> interrupt_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

// In a thread whose work may become unneeded: that interrupts it as well.
inline thread_local const std::atomic<bool>* unneeded = nullptr;

inline void throw_if_interrupted() {
  if (interrupt_requested || (unneeded != nullptr && *unneeded)) {
    throw Interrupted{};
  }
}

}  // namespace gemmlab
