// The rates that this machine's GPU really reaches: arithmetic on registers, and copies through its
// memory.
#pragma once

namespace gemmlab {

struct MachineRates {
  double flops = 0;             // fp32 operations per second, using only fused multiply-adds
  double bytes_per_second = 0;  // read plus written
};

// Measures both, in about two seconds. Throws Untimed, InfrastructureError and Interrupted.
MachineRates measure_machine();

// Bytes read and written per second when copying matrices far larger than the GPU's caches, as far
// as free memory allows. Throws the same.
double measure_copy();

}  // namespace gemmlab
