// What a run's reply says against a program, apart from its values.
#pragma once

#include "grader/judge/trial.h"

namespace gemmlab {

// About how the worker ended, if it did not reply.
Complaint complaint_of_ending(const Outcome& outcome);

// About findings that reject right values, too, and whatever else needs no look at C.
void complain_of_findings(Trial& trial);

// About findings that matter only if values are wrong: they are then the likely cause.
void complain_of_causes(Trial& trial, const TrialInput& input);

}  // namespace gemmlab
