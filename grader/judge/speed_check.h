// A lab's speed: the baseline, the student's program and the reference, timed in turns.
#pragma once

#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/judge/judge_options.h"
#include "grader/session/session.h"

namespace gemmlab {

struct SpeedCheck {
  Check check;
  Speed speed;
};

// What the lab asks for, before anything is measured.
Speed speed_asked_for(const Spec& spec);

// Times `student`. A problem of this machine leaves the speed not graded, with its reason, unless a
// GPU is required. Throws InfrastructureError then, and Interrupted.
SpeedCheck judge_speed(const Spec& spec,
                       const Lab& lab,
                       Session& student,
                       const JudgeOptions& options,
                       const Check& planned);

}  // namespace gemmlab
