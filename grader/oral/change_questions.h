// Questions about what small changes would do to a right file.
#pragma once

#include <vector>

#include "grader/oral/question.h"

namespace gemmlab {

// One for each experiment that the file's text offers.
std::vector<QuestionPlan> plans_about_changes(const OralSubject& subject);

}  // namespace gemmlab
