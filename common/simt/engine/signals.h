// Faults of the hardware inside kernels, and the way out of kernels that loop.
#pragma once

#include <csignal>

#include "common/simt/source/access_code.h"

namespace simt {

// What ended a lane of this OS thread from outside, for the scheduler to report.
struct LaneFault {
  int signal = 0;  // 0: none
  AccessCode code = 0;
  u64 address = 0;
  u32 thread = 0;
};
extern constinit thread_local LaneFault lane_fault;

// While it lives, a fault of a lane ends its launch, and what happened is left in lane_fault. Other
// faults go to whoever handled them before.
class FaultHandler {
 public:
  FaultHandler();
  ~FaultHandler();
  FaultHandler(const FaultHandler&) = delete;
  FaultHandler& operator=(const FaultHandler&) = delete;
};

// While it lives, a lane of the calling OS thread that computes on and on without any access to
// memory is stopped: compilers turn `while (true) c[0] = 1;` into a bare jump.
class LoopWatch {
 public:
  LoopWatch();
  ~LoopWatch();
  LoopWatch(const LoopWatch&) = delete;
  LoopWatch& operator=(const LoopWatch&) = delete;
};

// Faults on a fiber's stack need another to be handled on. For the calling OS thread, once.
void use_alternate_signal_stack();

}  // namespace simt
