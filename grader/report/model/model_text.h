// The results of common/model for people: what limits each lab's textbook solution on a GPU, and
// why.
#pragma once

#include <string>
#include <vector>

#include "common/model/devices.h"
#include "common/model/kernels.h"
#include "grader/report/text.h"

namespace gemmlab {

inline constexpr int kModelWidth = 2048;  // m = n = k of the tables

struct ModelledLab {
  std::string title;  // "03 tiled_kernel"
  model::Kernel kernel;
  int registers = 0;  // per thread; 0: unknown
};

// "8.36 TFLOP/s", "37.5 GFLOP/s"
std::string rate(double flops);

// Why nothing bounds a kernel of tensor cores on a GPU whose peak for them is not stated.
const std::string& without_tensor_peak(const model::Device& device);

// A table of all labs, and below it a paragraph on each. `unknown_registers` says why some labs
// have no register count: "there is no nvcc here". Ends with a newline.
std::string model_report(const std::vector<ModelledLab>& labs, const model::Device& device,
                         const std::string& unknown_registers, const Terminal& terminal);

// The GPUs that the model knows, one per line.
std::string device_list();

}  // namespace gemmlab
