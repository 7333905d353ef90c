#include "grader/compile/gpu_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "grader/compile/compile_process.h"
#include "grader/compile/paths.h"
#include "grader/compile/toolchain.h"
#include "grader/core/pattern.h"
#include "grader/protocol/messages.h"

namespace gemmlab {
namespace {

constexpr int kOldestToolkit = 12000;  // the first whose nvcc supports C++20
constexpr int kOldestOfCuda13 = 75;    // architecture: CUDA 13 dropped Maxwell, Pascal and Volta
constexpr std::uint64_t kLeastFree = std::uint64_t{192} << 20;

GpuReadiness not_ready(bool has_gpu, std::string_view problem, std::string_view advice) {
  return {false, has_gpu, std::string(problem), std::string(advice)};
}

GpuReadiness without_driver(const Surroundings& surroundings) {
  return not_ready(
      false, "no NVIDIA driver",
      surroundings.is_wsl
          ? "Under WSL2 the driver belongs to Windows: install or update NVIDIA's driver in "
            "Windows, "
            "then run 'wsl --shutdown' there. Never install a driver inside Linux: it hides the "
            "one that works."
          : "If this machine has an NVIDIA GPU, install its driver as your distribution describes "
            "(on Ubuntu: sudo ubuntu-drivers install). Without one, only speed is not graded.");
}

// The driver's errors explained for the user of the machine.
struct Remedy {
  std::string_view error, problem, advice;
};
constexpr std::array<Remedy, 7> kRemedies{{
    {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "parts of the driver have different versions",
     "The driver was updated while the old one was running: restart the machine."},
    {"CUDA_ERROR_UNKNOWN", "the driver does not start",
     "Restart the machine; after a laptop was suspended, 'sudo rmmod nvidia_uvm && sudo modprobe "
     "nvidia_uvm' also works."},
    {"CUDA_ERROR_DEVICE_UNAVAILABLE", "another process uses the GPU exclusively",
     "Wait for it to end ('nvidia-smi' shows it), or ask for another GPU."},
    {"CUDA_ERROR_SYSTEM_NOT_READY", "the GPUs' fabric is not ready",
     "The service nvidia-fabricmanager must run: ask the machine's administrator."},
    {"CUDA_ERROR_STUB_LIBRARY", "a stub library is used instead of the driver",
     "LD_LIBRARY_PATH contains the toolkit's folder 'stubs', which is only for linking: remove "
     "that folder."},
    {"CUDA_ERROR_OUT_OF_MEMORY", "the GPU's memory is full",
     "Other programs use it: 'nvidia-smi' shows which."},
    {"CUDA_ERROR_NO_DEVICE", "the driver finds no GPU",
     "'nvidia-smi' and 'lspci | grep -i nvidia' show whether there is one."},
}};

GpuReadiness broken_driver(const GpuSurvey& survey, const Surroundings& surroundings) {
  const std::string error = survey.problem.empty() ? "CUDA_ERROR_NO_DEVICE" : survey.problem;
  const bool no_device = error == "CUDA_ERROR_NO_DEVICE";
  if (no_device && surroundings.hides_gpus) {
    return not_ready(false, "the driver shows no GPU",
                     "CUDA_VISIBLE_DEVICES is set, but names no existing GPU: unset it, or on a "
                     "cluster request a GPU (with Slurm: --gres=gpu:1).");
  }
  for (const Remedy& remedy : kRemedies) {
    if (remedy.error == error) {
      return not_ready(!no_device, remedy.problem, remedy.advice);
    }
  }
  return not_ready(true, fmt::format("the driver says {}", survey.problem),
                   "Try 'nvidia-smi'; if that fails too, restart the machine or reinstall the "
                   "driver.");
}

// The newest major version that supports both driver and GPU, not below the oldest that labs need.
std::string toolkit_to_install(const GpuSurvey& survey, const Surroundings& surroundings) {
  const int oldest = kOldestToolkit / 1000, driver = survey.driver_version / 1000;
  const bool is_old = survey.gpus.front().architecture() < kOldestOfCuda13;
  const int newest = is_old ? oldest : std::max(driver, oldest);
  return fmt::format(
      "Install NVIDIA's CUDA Toolkit {}{} (your driver supports CUDA up to {}){}, then run "
      "./gemmlab device again.",
      newest, newest > oldest ? fmt::format(", or {}", newest - 1) : "",
      version_text(survey.driver_version),
      surroundings.is_wsl ? "; under WSL2 install the package cuda-toolkit-..., never cuda or "
                            "cuda-drivers, which contain a Linux driver"
                          : "");
}

// Checks compiler, driver and GPU together, after each works alone.
GpuReadiness matched(const GpuSurvey& survey, const CudaToolkit& toolkit,
                     const Surroundings& surroundings) {
  const Gpu& gpu = survey.gpus.front();
  const std::string mine = version_text(toolkit.release);
  if (survey.driver_version < kOldestToolkit) {
    return not_ready(true,
                     fmt::format("the driver is too old ({})", version_text(survey.driver_version)),
                     "The labs need a driver for CUDA 12 or newer (525 or later): update it" +
                         std::string(surroundings.is_wsl ? " in Windows." : "."));
  }
  if (toolkit.release < kOldestToolkit) {
    return not_ready(
        true, toolkit.release == 0 ? "nvcc is not installed" : "nvcc " + mine + " is too old",
        toolkit_to_install(survey, surroundings));
  }
  if (toolkit.release / 1000 > survey.driver_version / 1000) {
    return not_ready(
        true,
        fmt::format("nvcc {} is newer than the driver ({})", mine,
                    version_text(survey.driver_version)),
        fmt::format("Programs compiled with CUDA {} need a driver for CUDA {} or newer. Update the "
                    "driver, or also install CUDA Toolkit {} and put its bin folder first on PATH.",
                    toolkit.release / 1000, toolkit.release / 1000, survey.driver_version / 1000));
  }
  if (compiled_architecture(toolkit, gpu) == 0) {
    return not_ready(
        true, fmt::format("nvcc {} does not compile for sm_{}", mine, gpu.architecture()),
        fmt::format("{} is too old for CUDA {}. Also install CUDA Toolkit 12 (it compiles for "
                    "sm_50 and later) and put its bin folder first on PATH.",
                    gpu.name, toolkit.release / 1000));
  }
  if (gpu.exclusive) {
    return not_ready(true, "the GPU is in exclusive mode",
                     "Three programs take turns when they are timed, so the GPU must accept more "
                     "than one process: 'sudo nvidia-smi -c 0' (default mode) allows that.");
  }
  if (gpu.free_bytes < kLeastFree) {
    return not_ready(
        true, fmt::format("only {} MiB of the GPU's memory are free", gpu.free_bytes >> 20),
        fmt::format("The labs need {} MiB: 'nvidia-smi' shows which programs use the rest.",
                    kLeastFree >> 20));
  }
  return {true, true, "", ""};
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
    return without_driver(surroundings);
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

const GpuState& gpu_state() {
  static const GpuState state = [] {
    GpuState seen{look_at_gpus(), {}, {}};
    if (!seen.survey.gpus.empty()) {
      seen.toolkit = look_at_toolkit();  // this takes time, and is not needed without a GPU
    }
    seen.readiness = assess(seen.survey, seen.toolkit, look_around());
    return seen;
  }();
  return state;
}

}  // namespace gemmlab
