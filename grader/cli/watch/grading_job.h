// One grading run in a separate process: it can be cancelled at any time, and a crash ends only the
// run.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "grader/process/child.h"
#include "grader/process/descriptor.h"

namespace gemmlab {

class GradingJob {
 public:
  // What the process tells while it works, each time one line.
  class Teller {
   public:
    explicit Teller(int pipe) : pipe_(pipe) {}
    void doing(const std::string& what) const;    // the current action
    void found(const std::string& so_far) const;  // part of its output, before it is complete

   private:
    int pipe_;
  };

  // The work of the process: writes its output to standard output and returns an exit code. SIGTERM
  // asks it to stop.
  using Work = std::function<int(const Teller& teller)>;

  // Throws std::system_error if the process cannot be started.
  explicit GradingJob(const Work& work);
  ~GradingJob();  // cancels the run

  // Becomes readable when the process reports an action, and when it ends.
  int descriptor() const { return activity_pipe_.get(); }

  // Reads available output without waiting. Returns the exit code if the process has ended, 128 +
  // the signal if a signal ended it.
  std::optional<int> read_available();

  const std::string& text() const { return output_; }
  const std::string& activity() const {
    return activity_;
  }                                                      // the latest that was told; empty: none
  const std::string& so_far() const { return so_far_; }  // likewise
  // Since the start.
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  Child process_;
  Descriptor text_pipe_, activity_pipe_;
  std::string output_, activity_, so_far_, unfinished_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace gemmlab
