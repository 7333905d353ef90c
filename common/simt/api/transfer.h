// Copies of memory that also carry who wrote it: what kernels stored stays the device's, wherever
// it is copied, so that a run in which the host must not see it can tell.
#pragma once

#include "common/simt/engine/machine.h"
#include "common/simt/state/integers.h"

namespace simt {

// Copies bytes between any two of the host's memory, the device's and the module's variables. If
// the run hides what kernels stored, the host's own memory gets what the run shows in its place.
void transfer(Machine& machine, void* to, const void* from, u64 bytes);

// Marks memory of the device, or variables, as written by the host.
void mark_as_hosts(Machine& machine, void* p, u64 bytes);

}  // namespace simt
