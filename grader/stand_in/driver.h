// A stand-in for NVIDIA's driver and a GPU, for tests: libcuda.so.1 on host memory, so that all
// that the grader does with a GPU can be proved where there is none. What it looks like and how it
// misbehaves stands in machine.txt beside the library (machine.h). Kernels take a stated time on a
// clock of the device's own and are computed when somebody reads what they stored.
//
// A driver has no function that launches a product: this is how the stand-in's modules do it. They
// find the functions by name in the library that is loaded already.
#pragma once

extern "C" {

// Launches C = A * B. It takes as long as the machine's rate says, times `slowness`.
void stand_in_launch(
    const float* a, const float* b, float* c, int m, int n, int k, double slowness);

// Computes all that was launched, so that it can be changed.
void stand_in_compute();

// The kernels that run now end with this error of the driver's; with kNeverEnds not at all.
inline constexpr int kNeverEnds = -1;
void stand_in_end_with(int error);

// From now on the events' clock runs at this rate.
void stand_in_scale_clock(double rate);
}
