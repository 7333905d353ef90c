// The evidence checks: what the simulator counts while the kernel runs once more.
#pragma once

#include "grader/judge/values.h"

namespace gemmlab {

// Runs at 128 x 128 x 128, sets lab.metrics and settles the evidence checks. The values must have
// been judged: evidence is examined, and points given for it, only where they are right. Throws
// InfrastructureError and Interrupted.
void judge_counts(const Candidate& candidate, LabResult& lab);

}  // namespace gemmlab
