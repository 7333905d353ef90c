// Chooses the step of a lab that a student should read next.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/source/hints.h"

namespace gemmlab {

class StepsToRead {
 public:
  // textbook: the solution or its skeleton, which have the same steps. text: the judged file. page:
  // the lab's page with its hints; may be empty.
  StepsToRead(const std::string& textbook, std::string text, const std::string& page);

  // The check, if it failed, with the step to read next: the step that a failing line belongs to;
  // of several, the one with a hint that starts with the name of the verdict or of the cause.
  // Without such a line: the step with that hint, else the first unfinished step. No hint after a
  // compiler error or a timing failure, because a guess would mislead there.
  Check with_hint(Check check) const;

 private:
  std::string step_that_fits(const Check& check) const;
  std::string step_of_lines(const Check& check, const std::string& fitting) const;
  std::string step_of_race(const Check& check, const std::string& fitting) const;
  bool has_barrier(int first, int last) const;

  std::string text_;
  std::vector<std::string> steps_, open_;
  std::vector<StepHints> hints_;
};

}  // namespace gemmlab
