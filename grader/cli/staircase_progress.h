// How far a student is on a staircase, whose progress is that of its steps.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/progress.h"

namespace gemmlab {

// Of a staircase's result one entry for each of its steps, else one.
std::vector<JournalEntry> entries_of(const Lab& lab, const LabResult& result,
                                     const std::string& at);

int steps_passed(const Progress& progress, const Lab& staircase);
bool has_passed(const Progress& progress, const Lab& lab);  // a staircase by all its steps

// "3 of 12 steps passed"; of a lab its summary().
std::string summary(const Progress& progress, const Lab& lab);

// "passed: 01 02  open: 03 04  beyond: 07", as far as there are such labs. `shown`: of its
// staircase it says how many steps are passed.
std::string progress_line(const std::vector<Lab>& labs, const Progress& progress, const Lab& shown);

// The lab itself, or of a staircase the first step that has not been passed, else the first.
const Lab& step_to_do(const Progress& progress, const Lab& lab);

}  // namespace gemmlab
