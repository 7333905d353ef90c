#include "grader/process/interrupt.h"

#include <atomic>

namespace gemmlab {
namespace {

std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

}  // namespace

void request_interrupt() {
  requested = true;
}

void throw_if_interrupted() {
  if (requested) {
    throw Interrupted{};
  }
}

}  // namespace gemmlab
