// The step of the lab that a student should read next.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/source/hints.h"

namespace gemmlab {

class StepsToRead {
 public:
  //   textbook: the solution or its skeleton, which have the same steps; text: the judged file;
  //   page: the lab's page with its hints, may be empty
  StepsToRead(const std::string& textbook, const std::string& text, const std::string& page);

  // For a check that speaks against the program: the step that a failing line belongs to; of
  // several, the one with a hint that starts with the name of the verdict or of the cause. Without
  // such a line: the step with that hint, else the first unfinished step. Nothing after a compiler
  // error or a timing failure, because a guess would mislead there.
  std::string step_for(CheckKind kind, const Judgement& judgement, const Account& account) const;

 private:
  std::string step_that_fits(Verdict verdict, const Account& account) const;
  std::string step_of_lines(const Account& account, const std::string& fitting) const;
  std::string step_of_race(const Account& account, const std::string& fitting) const;
  bool has_barrier(int first, int last) const;

  const std::string& text_;
  const std::vector<std::string> steps_, open_;
  const std::vector<StepHints> hints_;
};

}  // namespace gemmlab
