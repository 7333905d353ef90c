// Asks readers to predict each step of a study before it runs, and tells how near they came.
#pragma once

#include <cstddef>
#include <istream>
#include <map>
#include <string>

#include "grader/cli/context.h"
#include "grader/cli/study/guess.h"
#include "grader/cli/study/study.h"

namespace gemmlab {

class Questions {
 public:
  // About the steps at the size of number `at`. Keeps references. Asks where somebody can answer:
  // if the context's output is a terminal, whose lines `in` has.
  Questions(const Study& study, std::size_t at, const Context& context, std::istream& in);

  // Shows what is new in a step, and asks until the answer means something, is skipped, or ends
  // the questions.
  void ask(const StudyStep& step);

  // Says how near the answer was, and why it is so, and keeps it in the worklog. What needs times
  // waits for tell_times().
  void tell(const StudyStep& step);
  void tell_times();

  // "3 right, 1 near, 1 off; skipped 2", if there was any answer.
  std::string summary() const;

 private:
  void show_changes(const StudyStep& step) const;
  struct Answered {
    Guess guess;
    std::string typed;
  };
  void tell(const StudyStep& step, const Answered& answered);

  const Study& study_;
  const std::size_t at_;
  const Context& context_;
  std::istream& in_;
  bool has_ended_ = false;
  int skipped_ = 0, unmeasured_ = 0;
  std::map<Nearness, int> counts_;
  std::map<std::string, Answered> guesses_;  // by step, until they are told
};

}  // namespace gemmlab
