// The model's prediction next to the simulator's counts and the GPU's measurements.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/report/text.h"

namespace gemmlab {

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
