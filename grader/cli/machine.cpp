#include "grader/cli/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

#include "grader/cli/process.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

// nvidia-smi's line "NVIDIA H200, 570.86, 143771 MiB, 9.0" in our words.
std::string gpu_of(const std::string& line) {
  std::istringstream in(line);
  std::string name, driver, memory, capability;
  std::getline(in, name, ',');
  std::getline(in >> std::ws, driver, ',');
  std::getline(in >> std::ws, memory, ',');
  std::getline(in >> std::ws, capability, ',');
  capability.erase(std::remove(capability.begin(), capability.end(), '.'), capability.end());
  return fmt::format("{}, {}, driver {}, sm_{}", name, memory, driver, capability);
}

}  // namespace

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::size_t value = line.find(": ");
    if (line.starts_with("model name") && value != std::string::npos) {
      return printable(line.substr(value + 2));
    }
  }
  utsname system{};
  return uname(&system) == 0 ? system.machine : "unknown processor";
}

int usable_cores() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return CPU_COUNT(&allowed);
  }
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

GpuReport find_gpus() {
  GpuReport report;
  std::string said;
  const auto keep = [&](const std::string& line) {
    report.gpus.push_back(gpu_of(printable(line)));
    said += (said.empty() ? "" : " ") + printable(line);
  };
  const int code =
      run_process({"nvidia-smi", "--query-gpu=name,driver_version,memory.total,compute_cap",
                   "--format=csv,noheader"},
                  keep);
  if (code != 0) {
    report.gpus.clear();
    report.problem = code == 127 ? "no NVIDIA driver (nvidia-smi was not found)"
                                 : fmt::format("nvidia-smi says: {}", clipped(said, 200));
  } else if (report.gpus.empty()) {
    report.problem = "nvidia-smi lists none";
  }
  return report;
}

}  // namespace gemmlab
