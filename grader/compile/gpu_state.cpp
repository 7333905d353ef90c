#include "grader/compile/gpu_state.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "grader/compile/compile_process.h"
#include "grader/compile/paths.h"
#include "grader/compile/toolchain.h"
#include "grader/protocol/messages.h"

namespace gemmlab {
namespace {

// What a driver that does not answer gets for a name.
const GpuSurvey kNoAnswer{0, {}, "nothing: it was asked, and did not answer"};

GpuSurvey look_at_gpus() {
  try {
    return decode<GpuSurvey>(output_of({paths().survey().string()}));
  } catch (const ProtocolError&) {
    return kNoAnswer;
  }
}

CudaToolkit look_at_toolkit() {
  CudaToolkit toolkit;
  if (!toolchain().nvcc) {
    return toolkit;
  }
  const std::string nvcc = toolchain().nvcc->path.string();
  const std::string version = output_of({nvcc, "--version"});
  std::smatch release;
  if (std::regex_search(version, release, std::regex("release (\\d+)\\.(\\d+)"))) {
    toolkit.release = 1000 * std::stoi(release[1]) + 10 * std::stoi(release[2]);
  }
  std::istringstream architectures(output_of({nvcc, "--list-gpu-arch"}));
  for (std::string word; architectures >> word;) {
    if (word.starts_with("compute_")) {
      toolkit.architectures.push_back(std::atoi(word.c_str() + std::string("compute_").size()));
    }
  }
  std::sort(toolkit.architectures.begin(), toolkit.architectures.end());
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

const GpuState& gpu_state() {
  static const GpuState state = [] {
    GpuState seen{look_at_gpus(), {}, {}};
    if (!seen.survey.gpus.empty()) {
      seen.toolkit = look_at_toolkit();  // it takes time, and without a GPU nobody asks
    }
    seen.readiness = assess(seen.survey, seen.toolkit, look_around());
    return seen;
  }();
  return state;
}

}  // namespace gemmlab
