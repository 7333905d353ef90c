// What common/model says, for people: what bounds each lab's textbook solution on a GPU, and why.
#pragma once

#include <string>
#include <vector>

#include "common/model/kernels.h"
#include "common/model/roofline.h"
#include "grader/report/terminal.h"

namespace gemmlab {

inline constexpr int kModelWidth = 2048;  // m = n = k of what is shown

struct ModelledLab {
  std::string title;  // "03 tiled_kernel"
  model::Kernel kernel;
  int registers = 0;  // a thread; 0: not known
};

// "8.36 TFLOP/s", "37.5 GFLOP/s"
std::string rate(double flops);

// A table of all labs, and below it a paragraph on each. `unknown_registers` says why the registers
// of those that have none are not known: "there is no nvcc here". Ends with a newline.
std::string model_report(const std::vector<ModelledLab>& labs,
                         const model::Device& device,
                         const std::string& unknown_registers,
                         const Terminal& terminal);

// The GPUs that the model knows, one a line.
std::string device_list();

struct FiguresReport {
  std::string text;   // ends with a newline
  int differing = 0;  // that are not as documented
};

FiguresReport figures_report(const Terminal& terminal);

}  // namespace gemmlab
