// A lab's speed: the baseline, the student's program and the reference, timed in turns.
#pragma once

#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/session/session.h"

namespace gemmlab {

// Times `student` and settles `check` and `speed`. A problem of this machine leaves the speed not
// graded, with its reason, unless a GPU is required. Throws InfrastructureError then, and
// Interrupted.
void judge_speed(const Spec& spec,
                 const Lab& lab,
                 Session& student,
                 const JudgeOptions& options,
                 Check& check,
                 Speed& speed);

}  // namespace gemmlab
