// Faults of the hardware inside kernels, and the way out of kernels that loop.
#pragma once

#include <csignal>

namespace simt {

// While it lives, a fault of a lane ends its launch with a sticky error and a finding. Other faults
// go to whoever handled them before.
class FaultHandler {
 public:
  FaultHandler();
  ~FaultHandler();
  FaultHandler(const FaultHandler&) = delete;
  FaultHandler& operator=(const FaultHandler&) = delete;
};

// Faults on a fiber's stack need another to be handled on. Called once an OS thread.
void use_alternate_signal_stack();

}  // namespace simt
