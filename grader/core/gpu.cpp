#include "grader/core/gpu.h"

#include <fmt/format.h>

namespace gemmlab {
namespace {

// fp32 lanes of a multiprocessor: CUDA C++ Programming Guide, "Arithmetic Instructions".
int fp32_lanes(int architecture) {
  switch (architecture) {
    case 60:
    case 70:
    case 72:
    case 75:
    case 80:
      return 64;
    default:
      return architecture >= 50 ? 128 : 0;
  }
}

}  // namespace

double peak_fp32_flops(const Gpu& gpu) {
  return 2.0 * fp32_lanes(gpu.architecture()) * gpu.multiprocessors * gpu.clock_khz * 1e3;
}

double memory_bandwidth(const Gpu& gpu) {
  return 2.0 * gpu.memory_clock_khz * 1e3 * gpu.memory_bus_bits / 8;
}

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace gemmlab
