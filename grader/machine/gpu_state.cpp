#include "grader/machine/gpu_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "grader/core/pattern.h"
#include "grader/machine/paths.h"
#include "grader/machine/tool_process.h"
#include "grader/machine/toolchain.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/protocol_error.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;

constexpr int kOldestToolkit = 12000;  // the first whose nvcc supports C++20
constexpr int kOldestOfCuda13 = 75;    // architecture: CUDA 13 dropped Maxwell, Pascal and Volta
constexpr std::uint64_t kLeastFree = std::uint64_t{192} << 20;

// The rows of sentences.table with that name, which may be the driver's own name for an error.
template <typename... Arguments>
GpuReadiness not_ready(bool has_gpu, std::string_view row, const Arguments&... arguments) {
  return {false, has_gpu, filled("gpu_problem", row, arguments...),
          filled("gpu_advice", row, arguments...)};
}

GpuReadiness broken_driver(const GpuSurvey& survey, const Surroundings& surroundings) {
  const std::string error = survey.problem.empty() ? "CUDA_ERROR_NO_DEVICE" : survey.problem;
  const bool no_device = error == "CUDA_ERROR_NO_DEVICE";
  return no_device && surroundings.hides_gpus
             ? not_ready(false, "hidden")
             : not_ready(!no_device, error, arg("error", survey.problem));
}

// The newest major version that supports both driver and GPU, not below the oldest that labs need.
std::string toolkits_that_fit(const GpuSurvey& survey) {
  const int oldest = kOldestToolkit / 1000, driver = survey.driver_version / 1000;
  const bool is_old = survey.gpus.front().architecture() < kOldestOfCuda13;
  const int newest = is_old ? oldest : std::max(driver, oldest);
  return fmt::format("{}{}", newest, newest > oldest ? fmt::format(", or {}", newest - 1) : "");
}

// Checks compiler, driver and GPU together, after each works alone.
GpuReadiness matched(const GpuSurvey& survey, const CudaToolkit& toolkit,
                     const Surroundings& surroundings) {
  const Gpu& gpu = survey.gpus.front();
  const std::string row = survey.driver_version < kOldestToolkit                  ? "old_driver"
                          : toolkit.release == 0                                  ? "no_nvcc"
                          : toolkit.release < kOldestToolkit                      ? "old_nvcc"
                          : toolkit.release / 1000 > survey.driver_version / 1000 ? "new_nvcc"
                          : compiled_architecture(toolkit, gpu) == 0              ? "old_gpu"
                          : gpu.exclusive                                         ? "exclusive"
                          : gpu.free_bytes < kLeastFree                           ? "full"
                                                                                  : "";
  if (row.empty()) {
    return {true, true, "", ""};
  }
  return not_ready(true, row, arg("nvcc", version_text(toolkit.release)),
                   arg("cuda", toolkit.release / 1000),
                   arg("driver", version_text(survey.driver_version)),
                   arg("driver_cuda", survey.driver_version / 1000), arg("gpu", gpu.name),
                   arg("architecture", gpu.architecture()), arg("free", gpu.free_bytes >> 20),
                   arg("least", kLeastFree >> 20), arg("toolkits", toolkits_that_fit(survey)),
                   arg("in_windows", surroundings.is_wsl ? " in Windows" : ""),
                   arg("under_wsl", surroundings.is_wsl ? text_of("toolkit_under_wsl") : ""));
}

GpuSurvey look_at_gpus() {
  try {
    return decode<GpuSurvey>(output_of({paths().survey().string()}));
  } catch (const ProtocolError&) {
    return {0, {}, "nothing: it did not answer"};  // in place of an error's name
  }
}

CudaToolkit look_at_toolkit() {
  CudaToolkit toolkit;
  if (!toolchain().nvcc) {
    return toolkit;
  }
  const std::string nvcc = toolchain().nvcc->path.string();
  const std::string version = output_of({nvcc, "--version"});
  if (const auto release = Pattern(R"(release (\d+)\.(\d+))").first_in(version)) {
    toolkit.release = 1000 * std::stoi((*release)[1]) + 10 * std::stoi((*release)[2]);
  }
  std::istringstream architectures(output_of({nvcc, "--list-gpu-arch"}));
  for (std::string word; architectures >> word;) {
    if (word.starts_with("compute_")) {
      toolkit.architectures.push_back(std::atoi(word.c_str() + std::string("compute_").size()));
    }
  }
  std::ranges::sort(toolkit.architectures);
  return toolkit;
}

Surroundings look_around() {
  std::ifstream in("/proc/version");
  std::string version;
  std::getline(in, version);
  return {version.find("icrosoft") != std::string::npos,
          std::getenv("CUDA_VISIBLE_DEVICES") != nullptr};
}

}  // namespace

GpuReadiness assess(const GpuSurvey& survey, const CudaToolkit& toolkit,
                    const Surroundings& surroundings) {
  if (survey.driver_version == 0 && survey.problem.empty()) {
    return not_ready(false, surroundings.is_wsl ? "no_driver_in_wsl" : "no_driver");
  }
  if (!survey.problem.empty() || survey.gpus.empty()) {
    return broken_driver(survey, surroundings);
  }
  return matched(survey, toolkit, surroundings);
}

int compiled_architecture(const CudaToolkit& toolkit, const Gpu& gpu) {
  const auto newer = std::ranges::upper_bound(toolkit.architectures, gpu.architecture());
  return newer == toolkit.architectures.begin() ? 0 : newer[-1];
}

const CudaToolkit& cuda_toolkit() {
  static const CudaToolkit toolkit = look_at_toolkit();
  return toolkit;
}

const GpuState& gpu_state() {
  static const GpuState state = [] {
    GpuState seen{look_at_gpus(), {}, {}};
    if (!seen.survey.gpus.empty()) {
      seen.toolkit = cuda_toolkit();
    }
    seen.readiness = assess(seen.survey, seen.toolkit, look_around());
    return seen;
  }();
  return state;
}

}  // namespace gemmlab
