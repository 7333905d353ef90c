#include "grader/cli/machine.h"

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "grader/core/gpu.h"
#include "grader/report/text.h"

namespace gemmlab {
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

std::optional<model::Device> own_device(const Context& context) {
  for (const Gpu& gpu : context.gpu().survey.gpus) {
    if (const auto device = modelled(gpu)) {
      return device;
    }
  }
  return std::nullopt;
}

const model::Device& example_device() {
  return model::device("h200");
}

}  // namespace gemmlab
