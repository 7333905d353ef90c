// Questions about what a file does as it is: its launch, its requests, how often it loads.
#pragma once

#include <vector>

#include "grader/oral/question.h"

namespace gemmlab {

// None if the file was not counted.
std::vector<QuestionPlan> plans_about_counts(const OralSubject& subject);

}  // namespace gemmlab
