// One watched lab: its screen content, the actions of its keys, and the current run.
#pragma once

#include <memory>
#include <string>

#include "grader/cli/commands.h"
#include "grader/cli/watch/job.h"
#include "grader/cli/watch/screen.h"

namespace gemmlab {

class WatchedLab {
 public:
  // Keeps references to context and lab.
  WatchedLab(Context& context, const Lab& lab, const Options& options);

  const Lab& lab() const { return lab_; }
  // The current run's GradingJob::descriptor(). -1: none.
  int descriptor() const { return job_ ? job_->descriptor() : -1; }

  void grade() { start(Task::grade); }          // cancels the current run
  void check_all() { start(Task::check_all); }  // all labs, one line each
  void show_hint() { show_output_of(hint); }    // one more hint
  void show_explanation();
  // With the solution, for students who have passed.
  void show_comparison() { show_output_of(solution); }
  void show_report() { set_body(report_); }
  void say(const std::string& status) { status_ = status; }

  // Handles new output of the current run.
  void go_on();

  View view() const;

 private:
  enum class Task { grade, check_all };

  void start(Task task);
  void finish(int code);
  void set_body(std::string body);
  // Runs a command here and now.
  void show_output_of(int (*command)(Context&, const Options&));
  std::string status() const;

  Context& context_;
  const Lab& lab_;
  const Options options_;
  std::unique_ptr<GradingJob> job_;
  Task task_ = Task::grade;
  bool passed_ = false;  // in the latest run
  std::string report_, explanation_, body_, status_;
  int bodies_ = 0;
};

}  // namespace gemmlab
