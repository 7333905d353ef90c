// One grading run in a process of its own: it can be cancelled at any moment, and a crash costs the
// run alone.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "grader/process/child.h"

namespace gemmlab {

class GradingJob {
 public:
  // What the process does: writes what is to be read to standard output and returns an exit code.
  // `say` tells what it does at the moment. SIGTERM asks it to end.
  using Work = std::function<int(const std::function<void(const std::string&)>& say)>;

  // Throws std::system_error if no process can be started.
  explicit GradingJob(const Work& work);
  ~GradingJob();  // cancels it
  GradingJob(const GradingJob&) = delete;
  GradingJob& operator=(const GradingJob&) = delete;

  // Becomes readable when the process says what it does, and when it ends.
  int descriptor() const { return activity_pipe_.get(); }

  // Reads what is there, without waiting. Its exit code once it has ended, 128 + the signal if one
  // ended it.
  std::optional<int> take_in();

  const std::string& text() const { return output_; }
  const std::string& activity() const { return activity_; }  // the last it said; empty: nothing
  double seconds() const;                                    // since it began

 private:
  Child process_;
  Descriptor text_pipe_, activity_pipe_;
  std::string output_, activity_, unfinished_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace gemmlab
