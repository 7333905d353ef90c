// What this machine is, as far as grading cares.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

// "AMD EPYC 7B13", or the architecture if the kernel does not say.
std::string processor_name();

// Cores that this process may use.
int usable_cores();

struct GpuReport {
  std::vector<std::string> gpus;  // "NVIDIA H200, 143771 MiB, driver 570.86, sm_90"
  std::string problem;            // why there is none: no driver, or what the driver says
};

// Asks nvidia-smi.
GpuReport find_gpus();

}  // namespace gemmlab
