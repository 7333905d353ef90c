// The evidence checks: what the simulator counts while the kernel runs once more.
#pragma once

#include "grader/judge/values.h"

namespace gemmlab {

// Runs at 128 x 128 x 128, sets lab.metrics and settles the evidence checks. The values must have
// been judged: evidence is examined, and points given for it, only where they are right. Throws
// InfrastructureError and Interrupted.
void judge_counts(const Candidate& candidate, LabResult& lab);

// Runs at the one shape that is asked for, or else as above, and sets lab.metrics if the run
// finishes, right or wrong; else lab.not_counted. Settles no check. Throws the same.
void count_to_explain(const Candidate& candidate, LabResult& lab);

}  // namespace gemmlab
