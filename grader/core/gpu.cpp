#include "grader/core/gpu.h"

#include <fmt/format.h>

namespace gemmlab {
double peak_fp32_flops(const Gpu& gpu) {
  const model::Limits* limits = model::limits_of(gpu.architecture());
  return 2.0 * (limits ? limits->lanes : 0) * gpu.multiprocessors * gpu.clock_khz * 1e3;
}

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string capability_text(int architecture) {
  return fmt::format("{}.{}", architecture / 10, architecture % 10);
}

std::optional<model::Device> modelled(const Gpu& gpu) {
  const model::Limits* limits = model::limits_of(gpu.architecture());
  if (!limits) {
    return std::nullopt;
  }
  const auto prefer = [](int stated, int& value) { value = stated > 0 ? stated : value; };
  const model::Device* known = model::find_device(gpu.name);
  model::Device device;
  device.name = gpu.name;
  device.limits = *limits;
  prefer(gpu.threads_per_multiprocessor, device.limits.threads);
  prefer(gpu.registers_per_multiprocessor, device.limits.registers);
  prefer(gpu.shared_bytes_per_multiprocessor, device.limits.shared);
  device.multiprocessors = gpu.multiprocessors;
  device.clock_hz = 1e3 * gpu.clock_khz;
  device.bandwidth = memory_bandwidth(gpu);
  device.l2_bytes = gpu.l2_bytes;
  if (device.bandwidth <= 0 && known) {
    device.bandwidth = known->bandwidth;
  }
  if (known) {
    device.tensor = known->tensor;
  }
  device.source = "the driver";
  return device;
}

}  // namespace gemmlab
