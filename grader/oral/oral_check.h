// Ten questions about one lab file, for an examiner: about what it does, what is wrong in it, and
// what small changes to it would do. Whatever an answer says has been run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/oral/question.h"

namespace gemmlab {

inline constexpr std::size_t kQuestions = 10;

struct OralCheck {
  LabResult result;  // of the file as it is
  std::vector<Question> questions =
      {};  // in the order of their kinds; fewer if less can be answered
};

// Judges these, in any order or at once: one result each.
using JudgeRuns = std::function<std::vector<LabResult>(const std::vector<OralRun>&)>;

// The same seed gives the same questions about the same file; another file gets others. `judge`
// may throw; a result that says nothing leaves its question out.
OralCheck oral_check(const Spec& spec, const std::string& text, std::uint64_t seed,
                     const JudgeRuns& judge);

}  // namespace gemmlab
