// Questions about what gemmlab finds in a file that is not right, or not good enough.
#pragma once

#include <vector>

#include "grader/oral/question.h"

namespace gemmlab {

// None for a file in which nothing is found.
std::vector<QuestionPlan> plans_about_failure(const OralSubject& subject);

}  // namespace gemmlab
