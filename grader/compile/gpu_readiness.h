// Whether labs can be judged on this machine's GPU, and if not, what to do about it.
#pragma once

#include <string>
#include <vector>

#include "grader/core/gpu.h"

namespace gemmlab {

// The CUDA Toolkit whose nvcc compiles labs. Versions as the driver counts them: 13000 is 13.0.
struct CudaToolkit {
  int release = 0;                 // 0: there is none
  std::vector<int> architectures;  // that it compiles for, ascending: 75, 80, ...
};

// Where the machine differs from an ordinary Linux.
struct Surroundings {
  bool is_wsl = false;
  bool hides_gpus = false;  // CUDA_VISIBLE_DEVICES is set
};

struct GpuReadiness {
  bool ready = false;
  bool has_gpu = false;  // there is one, whether or not it can be used
  std::string problem;   // short, for one line: "nvcc is not installed"; empty if ready
  std::string advice;    // what to do, in a sentence or two; empty if ready
};

GpuReadiness assess(const GpuSurvey& survey,
                    const CudaToolkit& toolkit,
                    const Surroundings& surroundings);

// The architecture to compile for: the newest that the toolkit knows and the GPU can run; 0 if
// there is none.
int compiled_architecture(const CudaToolkit& toolkit, const Gpu& gpu);

}  // namespace gemmlab
