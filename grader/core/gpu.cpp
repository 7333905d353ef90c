#include "grader/core/gpu.h"

#include <fmt/format.h>

#include "common/model/devices.h"

namespace gemmlab {

double peak_fp32_flops(const Gpu& gpu) {
  const model::Limits* limits = model::limits_of(gpu.architecture());
  return 2.0 * (limits ? limits->lanes : 0) * gpu.multiprocessors * gpu.clock_khz * 1e3;
}

double memory_bandwidth(const Gpu& gpu) {
  return 2.0 * gpu.memory_clock_khz * 1e3 * gpu.memory_bus_bits / 8;
}

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace gemmlab
