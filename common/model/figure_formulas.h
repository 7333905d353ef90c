// What the lists of figures are written with: their formulas, in the texts' units.
#pragma once

#include <string_view>

#include "common/model/devices.h"
#include "common/model/kernels.h"
#include "common/model/occupancy.h"

namespace gemmlab::model {

inline constexpr double kGiga = 1e9, kKilo = 1e3, kMilli = 1e-3, kMicro = 1e-6, kKiB = 1024;

const Limits& sm(std::string_view id);
double bandwidth(std::string_view id);

// What this many bytes per second allow a kernel, in GFLOP/s.
double allowed(double bytes_per_second, const Kernel& kernel);

Occupancy tiled_occupancy(std::string_view id, int tile);

// The lectures' arithmetic: shared memory without the part that CUDA reserves per block.
int blocks_by_shared(Limits limits, int bytes);

// A thread has one load of each operand in flight.
double pending_loads(std::string_view id, int tile);

double blocks_of(int tile, int width);
double share(const Kernel& kernel, int registers);  // of an H200's warps, in %

// Threads of a T x T block that have nothing to load for strips of T elements of A and of B.
double idle_loaders(int tile);

// What the pipe allows of the measured peak of an H200, in TFLOP/s.
double pipe_bound(const Kernel& kernel);

// At least, for the blog post's 2,000 x 2,000 matrices on its V100.
double ms_on_v100(const Kernel& kernel);

// One of a K80's two GPUs in double precision, at the lecture's clock.
Device k80_half();

// The lecture gives no size, but the time of its multiply-adds; the width is a multiple of a
// block's.
double lecture_width();
double lecture_operations();
double ms_to_move(double elements);
double double_bound();  // without reuse, in FLOP/s

}  // namespace gemmlab::model
