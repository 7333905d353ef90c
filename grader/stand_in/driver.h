// A stand-in for NVIDIA's driver and a GPU, for tests: libcuda.so.1 on host memory, so that
// everything the grader does with a GPU can be tested without one. machine.txt next to the library
// (machine.h) describes its properties and faults. Kernels take a specified time on the device's
// own clock and are computed when their result is read.
//
// A driver has no function that launches a product, so the stand-in's modules use these functions.
// They find them by name in the library, which is already loaded.
#pragma once

extern "C" {

// Launches C = A * B. It takes the time given by the machine's rate, times `slowness`.
void stand_in_launch(const float* a, const float* b, float* c, int m, int n, int k,
                     double slowness);

// Computes everything launched so far, so that it can be changed.
void stand_in_compute();

// The running kernels end with this driver error; with kNeverEnds never.
inline constexpr int kNeverEnds = -1;
void stand_in_end_with(int error);

// From now on nobody waits for kernels.
void stand_in_wait_for_nothing();

// From now on the events' clock runs at this rate.
void stand_in_scale_clock(double rate);
}
