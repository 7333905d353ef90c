// The table of a study: what is known of each step, in lines that fit a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "grader/cli/study/study.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Each step's verdict and counts at the size of that number. In lines of at most `width` columns
// it becomes narrower, then several tables with some of the columns each; 0: as wide as it is.
std::string counts_table(const Study& study, const Shape& size, std::size_t at, int width = 0);

}  // namespace gemmlab
