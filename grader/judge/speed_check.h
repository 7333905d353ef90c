// The speed: the baseline, the student's program and the reference, timed in turns.
#pragma once

#include <cstdint>

#include "grader/judge/judge_options.h"
#include "grader/judge/plan.h"
#include "grader/session/session.h"

namespace gemmlab {

struct SpeedJudgement {
  Judgement judgement;
  Speed speed;
};

// The goal of the lab, before any measurement.
Speed speed_asked_for(const Spec& spec);

// Times `student`, at a size drawn from `shape_key`. A problem of this machine makes the speed not
// graded, with the reason, unless a GPU is required.
SpeedJudgement judge_speed(const Spec& spec, const Lab& lab, Session& student,
                           std::uint64_t shape_key, const JudgeOptions& options);

}  // namespace gemmlab
