// The model's prediction beside what the simulator counted and what the GPU measured.
#pragma once

#include <string>

#include "grader/core/result.h"
#include "grader/report/terminal.h"

namespace gemmlab {

// A small table; empty if there is no prediction, or nothing was counted, or the lab failed before
// its memory behaviour was judged.
std::string console_model(const LabResult& lab, const Terminal& terminal);

}  // namespace gemmlab
