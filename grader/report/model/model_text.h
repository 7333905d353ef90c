// The results of common/model for people: what limits each lab's textbook solution on a GPU, and
// why; and the model's prediction next to the simulator's counts and the GPU's measurements.
#pragma once

#include "grader/core/result.h"
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

// A table of all labs, and below it a paragraph on each. `unknown_registers` says why some labs
// have no register count: "there is no nvcc here". Ends with a newline.
std::string model_report(const std::vector<ModelledLab>& labs, const model::Device& device,
                         const std::string& unknown_registers, const Terminal& terminal);

// The GPUs that the model knows, one per line.
std::string device_list();

struct FiguresReport {
  std::string text;   // ends with a newline
  int differing = 0;  // figures that differ from the documented ones
};

FiguresReport figures_report(const Terminal& terminal);

struct ModelRow {
  std::string what, predicted, simulated, measured;  // a cell may be empty
};

// Empty if there is no prediction, if nothing was counted, or if the lab failed before its memory
// accesses were judged.
std::vector<ModelRow> model_rows(const LabResult& lab);

// Whether they include a GPU's rate.
inline bool has_measured_rate(const LabResult& lab) {
  return lab.model && lab.model->at_most_flops > 0 && lab.speed && lab.speed->gflops > 0;
}

// A sentence if the student's kernel launches differently from the textbook solution, to explain
// why the columns differ; else empty. For labs with rows.
std::string other_launch(const LabResult& lab);

// A small table; empty if there are no rows.
std::string console_model(const LabResult& lab, const Terminal& terminal);

}  // namespace gemmlab
