// The rates that this machine's GPU really reaches.
#pragma once

namespace gemmlab {

// Of arithmetic on registers, and of copies through the GPU's memory.
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
