// The list of figures, and what the formulas in figures.table call.
#include <cmath>

#include "common/model/figures.h"
#include "common/model/kernels.h"
#include "common/model/occupancy.h"
#include "common/model/roofline.h"

namespace gemmlab::model {
namespace {

constexpr double kGiga = 1e9, kKilo = 1e3, kMilli = 1e-3, kMicro = 1e-6, kKiB = 1024;

const Limits& sm(std::string_view id) {
  return device(id).limits;
}

double bandwidth(std::string_view id) {
  return device(id).bandwidth;
}

// What this many bytes per second allow a kernel, in GFLOP/s.
double allowed(double bytes_per_second, const Kernel& kernel) {
  return flops_by_memory(bytes_per_second, bytes_per_flop(kernel)) / kGiga;
}

Occupancy tiled_occupancy(std::string_view id, int tile) {
  const Kernel kernel = tiled_kernel(tile);
  return occupancy(sm(id), {kernel.threads(), shared_bytes(kernel)});
}

// The lectures' arithmetic: shared memory without the part that CUDA reserves per block.
int blocks_by_shared(Limits limits, int bytes) {
  limits.reserved = 0;
  return occupancy(limits, {kWarp, bytes}).by_shared;
}

// A thread has one load of each operand in flight.
double pending_loads(std::string_view id, int tile) {
  return 2.0 * tiled_kernel(tile).threads() * tiled_occupancy(id, tile).blocks;
}

double blocks_of(int tile, int width) {
  const auto [x, y] = grid(tiled_kernel(tile), width, width);
  return double(x * y);
}

double share(const Kernel& kernel, int registers) {
  return 100 * occupancy(sm("h200"), {kernel.threads(), shared_bytes(kernel), registers}).share;
}

// One of a K80's two GPUs in double precision, at the lecture's clock.
constexpr int kDouble = 8;  // bytes
constexpr double kLectureClock = 823.5e6;
constexpr double kLectureWidth = 512;

Device k80_half() {
  Device half = device("k80");
  half.clock_hz = kLectureClock;
  return half;
}

double lecture_operations() {
  return operations(kLectureWidth, kLectureWidth, kLectureWidth);
}

double ms_to_move(double elements) {
  return elements * kDouble / bandwidth("k80") / kMilli;
}

double double_bound() {  // without reuse, in FLOP/s
  return flops_by_memory(bandwidth("k80"), bytes_per_flop_with(1, kDouble));
}

// Threads of a T x T block that have nothing to load for strips of T elements of A and of B.
double idle_loaders(int tile) {
  int idle = 0;
  for (int y = 0; y < tile; ++y) {
    for (int x = 0; x < tile; ++x) {
      idle += x != 0 && y != 0;
    }
  }
  return idle;
}

// What the pipe allows of the measured peak of an H200, in TFLOP/s.
double pipe_bound(const Kernel& kernel) {
  Device h200 = device("h200");
  h200.clock_hz *= 65.4e12 / peak_flops(h200);
  return bounds(kernel, h200).pipe * 1e-12;
}

}  // namespace

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{
#include "common/model/figure_rows.h"  // made from the table by Meson
  };
  return all;
}

}  // namespace gemmlab::model
