// The page that `grade --html` writes.
#pragma once

#include <string>

#include "grader/cli/context.h"
#include "grader/cli/options.h"
#include "grader/cli/progress.h"

namespace gemmlab {

// With the attempts that `progress` has of each lab; where it has none there is no such part.
std::string page(const Context& context,
                 const GradeOptions& options,
                 const Result& result,
                 const Progress& progress);

}  // namespace gemmlab
