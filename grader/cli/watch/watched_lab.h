// One lab under watch: what is to be seen of it, what its keys do, and the run in progress.
#pragma once

#include <memory>
#include <string>

#include "grader/cli/context.h"
#include "grader/cli/options.h"
#include "grader/cli/watch/job.h"
#include "grader/cli/watch/screen.h"

namespace gemmlab {

class WatchedLab {
 public:
  // Context and lab are kept by reference.
  WatchedLab(Context& context, const Lab& lab, const Options& options);

  const Lab& lab() const { return lab_; }
  // Of the run in progress: see GradingJob. -1: none.
  int descriptor() const { return job_ ? job_->descriptor() : -1; }

  void grade() { start(Task::grade); }          // cancels what is in progress
  void check_all() { start(Task::check_all); }  // all labs, a line each
  void show_hint();                             // one more of them
  void show_explanation();
  void show_comparison();  // with the solution, for who has passed
  void show_report() { set_body(report_); }
  void say(const std::string& status) { status_ = status; }

  // Takes in what the run in progress has to tell.
  void go_on();

  View view() const;

 private:
  enum class Task { grade, check_all };

  void start(Task task);
  void finish(int code);
  void set_body(std::string body);
  // What a command of the command line writes, run here and now.
  std::string said_by(int (*command)(Context&, const Options&), const Options& options);
  std::string status() const;

  Context& context_;
  const Lab& lab_;
  const Options options_;
  std::unique_ptr<GradingJob> job_;
  Task task_ = Task::grade;
  bool passed_ = false;  // the last time
  std::string report_, explanation_, body_, status_;
  int bodies_ = 0;
};

}  // namespace gemmlab
