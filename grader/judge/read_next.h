// Which step of a lab a person should read up on next.
#pragma once

#include <string>

#include "grader/core/result.h"
#include "grader/judge/plan.h"

namespace gemmlab {

// Sets the hints of the failed checks: the step that a failing line belongs to, and of several the
// one of which a hint begins with the name of the verdict or of the diagnosis; without such a line
// the one with that hint; else the first that is still to do. A guess would mislead, and so would a
// hint for what the compiler or the clock has said.
//   textbook, text: the solution or its skeleton, whose steps are alike; and the judged file
//   page: the lab's, with its hints; may be empty
void name_steps_to_read(const std::string& textbook,
                        const std::string& text,
                        const std::string& page,
                        const Plan& plan,
                        LabResult& lab);

}  // namespace gemmlab
