#include "common/model/figure_formulas.h"

#include <cmath>

#include "common/model/roofline.h"

namespace gemmlab::model {
namespace {

constexpr int kDouble = 8;  // bytes
constexpr double kLectureClock = 823.5e6;

}  // namespace

const Limits& sm(std::string_view id) {
  return device(id).limits;
}

double bandwidth(std::string_view id) {
  return device(id).bandwidth;
}

double allowed(double bytes_per_second, const Kernel& kernel) {
  return flops_by_memory(bytes_per_second, bytes_per_flop(kernel)) / kGiga;
}

Occupancy tiled_occupancy(std::string_view id, int tile) {
  const Kernel kernel = tiled_kernel(tile);
  return occupancy(sm(id), {kernel.threads(), shared_bytes(kernel)});
}

int blocks_by_shared(Limits limits, int bytes) {
  limits.reserved = 0;
  return occupancy(limits, {kWarp, bytes}).by_shared;
}

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

Device k80_half() {
  Device half = device("k80");
  half.clock_hz = kLectureClock;
  return half;
}

double lecture_width() {
  const double fmas = 195 * kMicro * peak_fp64_flops(k80_half()) / 2;
  return std::round(std::cbrt(fmas) / kWarp) * kWarp;
}

double lecture_operations() {
  return operations(lecture_width(), lecture_width(), lecture_width());
}

double ms_to_move(double elements) {
  return elements * kDouble / bandwidth("k80") / kMilli;
}

double double_bound() {
  return flops_by_memory(bandwidth("k80"), bytes_per_flop_with(1, kDouble));
}

double ms_on_v100(const Kernel& kernel) {
  return operations(2000, 2000, 2000) / bounds(kernel, device("v100")).at_most / kMilli;
}

double idle_loaders(int tile) {
  int idle = 0;
  for (int y = 0; y < tile; ++y) {
    for (int x = 0; x < tile; ++x) {
      idle += x != 0 && y != 0;
    }
  }
  return idle;
}

double pipe_bound(const Kernel& kernel) {
  Device h200 = device("h200");
  h200.clock_hz *= 65.4e12 / peak_flops(h200);
  return bounds(kernel, h200).pipe * 1e-12;
}

}  // namespace gemmlab::model
