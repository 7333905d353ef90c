// What to do next, in a sentence.
#pragma once

#include <string>

#include "grader/cli/context.h"
#include "grader/cli/progress.h"

namespace gemmlab {

// The first lab, in teaching order, that has not been passed; null if all have.
const Lab* first_open_lab(const Context& context, const Progress& progress);

// That lab, or the last one if all are passed.
const Lab& next_lab(const Context& context, const Progress& progress);

// "next: edit labs/02_naive_kernel/kernel.cu, then ./gemmlab grade 02" for that lab, and below it
// where to read or to get a hint; if `lab` is null, for who is done. Without a newline at the end.
std::string next_step(const Context& context, const Progress& progress, const Lab* lab);

}  // namespace gemmlab
