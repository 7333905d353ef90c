// Handles hardware faults inside kernels, and stops kernels in endless loops.
#pragma once

#include "common/simt/source/access_code.h"

namespace simt {

// An external event that ended a lane of this OS thread, for the scheduler to report.
struct LaneFault {
  int signal = 0;  // 0: none
  AccessCode code = 0;
  u64 address = 0;
  u32 thread = 0;
};
extern constinit thread_local LaneFault lane_fault;

// While this object exists, a fault of a lane ends its launch and is described in lane_fault. Other
// faults go to the previous handler.
class FaultHandler {
 public:
  FaultHandler();
  ~FaultHandler();
  FaultHandler(const FaultHandler&) = delete;
  FaultHandler& operator=(const FaultHandler&) = delete;
};

// While this object exists, stops a lane of the calling OS thread that computes endlessly without
// any memory access: compilers turn `while (true) c[0] = 1;` into a bare jump.
class LoopWatch {
 public:
  LoopWatch();
  ~LoopWatch();
  LoopWatch(const LoopWatch&) = delete;
  LoopWatch& operator=(const LoopWatch&) = delete;
};

// Creates a second stack for the calling OS thread, once, to handle faults on a fiber's stack.
void use_alternate_signal_stack();

}  // namespace simt
