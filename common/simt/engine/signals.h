// Signals: faults of a lane, lanes that compute endlessly, and requests to stop.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <optional>

#include "common/facts/finding.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

// What ended a lane of this OS thread, for the scheduler to report: a signal, or the lane itself.
struct LaneFault {
  int signal = 0;  // 0: none
  AccessCode code = 0;
  u64 address = 0;
  u32 thread = 0;
  std::optional<gemmlab::ThreadEnd> by_itself = {};
};
extern constinit thread_local LaneFault lane_fault;

// While this object exists, a fault of a lane ends its launch and is described in lane_fault. Other
// faults go to the previous handler.
class FaultHandler : boost::noncopyable {
 public:
  FaultHandler();
  ~FaultHandler();
};

// While this object exists, stops a lane of the calling OS thread that computes endlessly without
// any memory access: compilers turn `while (true) c[0] = 1;` into a bare jump. Host code that does
// so has no end but the process's: the run's on_endless_host() is called. May be nested.
class LoopWatch : boost::noncopyable {
 public:
  LoopWatch();
  ~LoopWatch();
};

// Creates a second stack for the calling OS thread, once, to handle faults on a fiber's stack.
void use_alternate_signal_stack();

// Asks a run to stop soon, with out_of_time set: async-signal-safe. If the run is inside a kernel
// loop that touches no memory, the signal handler itself leaves the run. False if host code runs,
// which may never ask for anything again.
bool stop_from_signal(void* ucontext);

}  // namespace simt
