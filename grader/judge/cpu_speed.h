// Lab 01's speed: the textbook loop, the student's and the reference's, timed in turns on one
// processor.
#pragma once

#include <filesystem>

#include "grader/judge/judge.h"
#include "grader/judge/session.h"

namespace gemmlab {

// Times `student` and settles `check` and `speed`. The clock is the judge's own; every batch has
// fresh inputs, and a row of C, drawn after the batch, is verified.
void judge_cpu_speed(const Spec& spec,
                     const Lab& lab,
                     Session& student,
                     const JudgeOptions& options,
                     Check& check,
                     Speed& speed);

}  // namespace gemmlab
