// What this machine's GPU really reaches: arithmetic from registers, and copies through its memory.
#pragma once

namespace gemmlab {

struct MachineRates {
  double flops = 0;             // fp32 operations a second, by fused multiply-adds alone
  double bytes_per_second = 0;  // read and written, together
};

// Measures both, in about two seconds. Throws Untimed, InfrastructureError and Interrupted.
MachineRates measure_machine();

// Bytes read and written a second by a copy of matrices far larger than the GPU's caches, as far as
// its free memory goes. Throws likewise.
double measure_copy();

}  // namespace gemmlab
