// Whether this machine can judge labs on a GPU, and if not, what to do about it.
#pragma once

#include <string>
#include <vector>

#include "grader/core/gpu.h"

namespace gemmlab {

// The CUDA Toolkit whose nvcc compiles labs. Version numbers as in the driver: 13000 is 13.0.
struct CudaToolkit {
  int release = 0;                 // 0: none
  std::vector<int> architectures;  // supported targets, ascending: 75, 80, ...
};

// How the machine differs from an ordinary Linux.
struct Surroundings {
  bool is_wsl = false;
  bool hides_gpus = false;  // CUDA_VISIBLE_DEVICES is set
};

struct GpuReadiness {
  bool ready = false;
  bool has_gpu = false;  // there is one, usable or not
  std::string problem;   // short, for one line: "nvcc is not installed"; empty if ready
  std::string advice;    // what to do, in a sentence or two; empty if ready
};

GpuReadiness assess(const GpuSurvey& survey, const CudaToolkit& toolkit,
                    const Surroundings& surroundings);

// The architecture to compile for: the newest that the toolkit supports and the GPU can run; 0 if
// there is none.
int compiled_architecture(const CudaToolkit& toolkit, const Gpu& gpu);

// The toolkit of this machine, with or without a GPU. Asked once per process, which takes a while.
const CudaToolkit& cuda_toolkit();

struct GpuState {
  GpuSurvey survey;
  CudaToolkit toolkit;  // not asked for without a GPU
  GpuReadiness readiness;
};

// Determined once per process: runs the driver and nvcc in processes of their own, which may take
// some seconds.
const GpuState& gpu_state();

}  // namespace gemmlab
