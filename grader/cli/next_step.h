// What a student does next.
#pragma once

#include <string>

#include "grader/cli/context.h"
#include "grader/cli/progress.h"

namespace gemmlab {

// The first lab or step of the course, in teaching order, that has not been passed; null if all
// have. Steps are behind who has begun a lab after them, and a lab beyond the course is one of them
// for who has begun it.
const Lab* first_open_lab(const Context& context, const Progress& progress);

// That lab, or the last one of the course if all are passed.
const Lab& next_lab(const Context& context, const Progress& progress);

// "next: edit labs/02_naive_kernel/kernel.cu, then ./gemmlab grade 02" for that lab, and below it
// where to read or get a hint; if `lab` is null, the text for a student who has finished. No
// newline at the end.
std::string next_step(const Context& context, const Progress& progress, const Lab* lab);

// What is said below a passed lab or step while it is watched, with the keys that lead on. No
// newline at the end.
std::string after_passing(const Context& context, const Lab& lab);

}  // namespace gemmlab
