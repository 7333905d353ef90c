#pragma once

#include <chrono>
#include <string>

#include "grader/batch/class_run.h"
#include "grader/cli/context.h"
#include "grader/cli/progress_line.h"

namespace gemmlab {

// Says how far a class is, with the time left, and how it went with each submission.
class ClassProgress {
 public:
  // `context` is kept by reference.
  ClassProgress(Context& context, std::size_t submissions);

  void operator()(const SubmissionEvent& event);

  int graded() const { return counts_[int(SubmissionEvent::Kind::graded)]; }
  int known() const { return counts_[int(SubmissionEvent::Kind::known)]; }
  int failed() const { return counts_[int(SubmissionEvent::Kind::failed)]; }

  // Takes the line away that tells what happens now.
  void clear() { line_.clear(); }

  // "38 graded, 2 already graded."; and where to read of those that failed on our side.
  std::string in_all(const std::string& out) const;

 private:
  void show();

  Context& context_;
  ProgressLine line_;
  int submissions_;
  int counts_[4] = {};  // by kind
  std::string at_work_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace gemmlab
