// What this machine has to judge labs on a GPU with: looked at once in a process.
#pragma once

#include "grader/compile/gpu_readiness.h"
#include "grader/core/gpu.h"

namespace gemmlab {

struct GpuState {
  GpuSurvey survey;
  CudaToolkit toolkit;
  GpuReadiness readiness;
};

// Asks the driver and nvcc, in processes of their own; takes up to some seconds.
const GpuState& gpu_state();

}  // namespace gemmlab
