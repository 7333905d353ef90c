// One watched lab: the run that grades it, its screen content, and the actions of its keys.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/facts/json_fields.h"
#include "grader/cli/context.h"
#include "grader/cli/watch/grading_job.h"
#include "grader/cli/watch/screen.h"
#include "grader/core/labs.h"

namespace gemmlab {

// The options of gemmlab watch.
struct WatchOptions {
  std::string lab;  // as typed; empty: the next one
  BackendChoice backend = BackendChoice::automatic;
  std::string html;  // a page to write each time; empty: none
};

// What a run tells of its lab, for one width of a terminal.
struct Sheet {
  int width = 0;
  std::string report, explanation;
  std::string fix;  // the report with the change that makes the file right; empty: none is known
};
GEMMLAB_JSON(Sheet, width, report, explanation, fix)

class WatchedLab {
 public:
  // Keeps references to context and lab.
  WatchedLab(Context& context, const Lab& lab, const WatchOptions& options)
      : context_(context), lab_(lab), options_(options) {
    note_progress();
  }

  const Lab& lab() const { return lab_; }
  // The current run's GradingJob::descriptor(). -1: none.
  int descriptor() const { return job_ ? job_->descriptor() : -1; }

  void grade() { start(Task::grade); }          // cancels the current run
  void check_all() { start(Task::check_all); }  // all labs, one line each
  void show_hint();                             // one more
  void show_explanation() { show(Shown::explanation); }
  void show_fix();  // or says that there is none
  // With the solution, for students who have passed.
  void show_comparison();
  void show_report() { show(Shown::report); }
  void show_overview();
  void show_keys();
  void say(const std::string& status) { view_.status = status; }

  // Handles new output of the current run.
  void go_on();

  View view() const;

 private:
  enum class Task { grade, check_all };
  enum class Shown { report, fix, explanation, prose, other };  // prose: to be wrapped
  void start(Task task);
  void note_progress();
  void show(Shown what, std::string body = {});
  void take_over(const std::string& output);
  void take_over_early();
  bool is_of_run() const { return shown_ <= Shown::explanation; }
  const Sheet* sheet() const;
  std::string report_or_explanation() const;
  // Runs a command here and now.
  void show_output_of(const std::function<int(Context&)>& command, Shown what = Shown::other);

  Context& context_;
  const Lab& lab_;
  const WatchOptions options_;
  std::unique_ptr<GradingJob> job_;
  Task task_ = Task::grade;
  bool passed_ = false;  // in the latest run
  Shown shown_ = Shown::report;
  std::vector<Sheet> sheets_;  // of the latest run
  std::string notes_;          // below each report
  std::string early_;  // what the current run has told so far, as it is shown; empty: nothing
  View view_;          // while nothing runs; without title and keys
};

}  // namespace gemmlab
