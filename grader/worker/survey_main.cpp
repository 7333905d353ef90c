// gemmlab-survey: examines this machine's GPUs and prints the result as one line of JSON. It is a
// separate process, because a driver can hang or crash the calling process.
#include <cstdio>

#include "grader/core/gpu.h"
#include "grader/protocol/messages.h"
#include "grader/worker/cuda_driver.h"

namespace {

using namespace gemmlab;

Gpu describe(int ordinal) {
  CuDevice device = 0;
  check(driver().device(&device, ordinal), "cuDeviceGet");
  const auto attribute = [&](CuAttribute which) {
    int value = 0;
    driver().device_attribute(&value, which, device);  // an old driver may not support it
    return value;
  };
  Gpu gpu;
  char name[256] = "";
  check(driver().device_name(name, sizeof name, device), "cuDeviceGetName");
  gpu.name = name;
  std::size_t bytes = 0;
  check(driver().device_memory(&bytes, device), "cuDeviceTotalMem");
  gpu.memory_bytes = bytes;
#define GEMMLAB_TAKE(field, name) gpu.field = attribute(name);
  GEMMLAB_GPU_FIELDS(GEMMLAB_TAKE)
#undef GEMMLAB_TAKE
  gpu.drives_a_display = attribute(kKernelTimeLimit) != 0;
  char bus[32] = "";
  std::snprintf(bus, sizeof bus, "%04x:%02x:%02x", unsigned(attribute(kPciDomain)),
                unsigned(attribute(kPciBus)), unsigned(attribute(kPciDevice)));
  gpu.bus = bus;
  gpu.exclusive = attribute(kComputeMode) == kExclusiveProcess;
  return gpu;
}

GpuSurvey look() {
  GpuSurvey survey;
  if (find_cuda_driver() == nullptr) {
    return survey;
  }
  try {
    driver().driver_version(&survey.driver_version);
    check(driver().init(0), "cuInit");
    int count = 0;
    check(driver().device_count(&count), "cuDeviceGetCount");
    for (int ordinal = 0; ordinal < count; ++ordinal) {
      survey.gpus.push_back(describe(ordinal));
    }
    if (count > 0) {  // the grading GPU, to see that it works and how much of its memory is free
      use_first_gpu();
      std::size_t free = 0, total = 0;
      check(driver().memory_info(&free, &total), "cuMemGetInfo");
      survey.gpus.front().free_bytes = free;
    }
  } catch (const CudaError& error) {
    survey.problem = error.name;
  }
  return survey;
}

}  // namespace

int main() {
  std::puts(encode(look()).c_str());
  return 0;
}
