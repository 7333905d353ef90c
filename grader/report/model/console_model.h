// The model's prediction beside what the simulator counted and what the GPU measured.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/report/terminal.h"

namespace gemmlab {

struct ModelRow {
  std::string what, predicted, simulated, measured;  // a cell may be empty
};

// Empty if there is no prediction, or nothing was counted, or the lab failed before its memory
// behaviour was judged.
std::vector<ModelRow> model_rows(const LabResult& lab);

// Whether a GPU's rate is among them.
bool has_measured_rate(const LabResult& lab);

// A sentence where the student's kernel launches otherwise than the textbook solution, so that
// nobody wonders why the columns differ; else empty. For labs with rows.
std::string other_launch(const LabResult& lab);

// A small table; empty if there is no prediction, or nothing was counted, or the lab failed before
// its memory behaviour was judged.
std::string console_model(const LabResult& lab, const Terminal& terminal);

}  // namespace gemmlab
