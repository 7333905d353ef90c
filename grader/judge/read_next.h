// Which step of a lab a person should read up on next.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/source/hints.h"

namespace gemmlab {

class StepsToRead {
 public:
  // textbook, text: the solution or its skeleton, whose steps are alike; and the judged file.
  // page: the lab's, with its hints; may be empty.
  StepsToRead(const std::string& textbook, std::string text, const std::string& page);

  // The check with the step to read next, if it failed: the step that a failing line belongs to,
  // and of several the one of which a hint begins with the name of the verdict or of the cause;
  // without such a line the one with that hint; else the first that is still to do. A guess would
  // mislead, and so would a hint for what the compiler or the clock has said.
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
