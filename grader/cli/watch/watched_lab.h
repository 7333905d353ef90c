// One watched lab: the saves of its file, the run that grades it, its screen content, and the
// actions of its keys.
#pragma once

#include "grader/cli/commands.h"

namespace gemmlab {

struct ScreenSize {
  int columns = 80, rows = 24;

  bool operator==(const ScreenSize&) const = default;
};

// A key and its action, for the last line; those in the middle go first where it is too short.
struct KeyHelp {
  std::string key, what;
};

struct View {
  std::string title;     // the watched file
  std::string status;    // "graded at 14:02:11 in 1.9 s"
  std::string body;      // a report, hints, ...: lines, possibly with colours
  bool is_old = false;   // of the body: a new one is being made
  std::string progress;  // "passed: 01 02  open: 03 04 05 06"
  int bodies = 0;        // number of bodies so far: an identical body may be new
  std::vector<KeyHelp> keys;
  int first_line = 0;  // the first visible line of the body, which may be longer than the screen
};

// The rows of the body that fit on the screen; a line may need several.
int body_rows(ScreenSize size);

// The largest useful first_line.
int last_first_line(const View& view, ScreenSize size);

// The whole screen: title and status, the body, and the keys. At most as many lines as the screen
// has rows.
std::vector<std::string> screen_of(const View& view, ScreenSize size, const Terminal& terminal);

// Special keys; a character key is the character itself.
struct Key {
  enum : int { escape = 256, up, down, page_up, page_down, home, end };
};

// Decodes bytes from a keyboard; ignores sequences that we do not use.
std::vector<int> keys_in(std::string_view bytes);

// Detects saved files by polling: this also works on network folders, over SSH and under WSL, where
// no notifications arrive.
class Saves {
 public:
  // Watches the files in a lab's folder; not in its subfolders, and not the backup files of
  // editors.
  explicit Saves(fs::path folder) : folder_(std::move(folder)) {}

  // Whether a file was saved since the last reported save and is complete: nothing has changed
  // between the previous call and this one. True at first. Call it a few times per second.
  bool seen();

 private:
  // A file's time and a hash of its content: two writes within one tick of a coarse clock differ
  // only in content.
  using State = std::pair<fs::file_time_type, std::size_t>;
  using States = std::map<std::string, State>;

  States look() const;

  fs::path folder_;
  std::optional<States> told_, last_;
};

// One grading run in a separate process: it can be cancelled at any time, and a crash ends only the
// run.
class GradingJob {
 public:
  // The work of the process: writes its output to standard output and returns an exit code. `say`
  // reports the current action. SIGTERM asks it to stop.
  using Work = std::function<int(const std::function<void(const std::string&)>& say)>;

  // Throws std::system_error if the process cannot be started.
  explicit GradingJob(const Work& work);
  ~GradingJob();  // cancels the run

  // Becomes readable when the process reports an action, and when it ends.
  int descriptor() const { return activity_pipe_.get(); }

  // Reads available output without waiting. Returns the exit code if the process has ended, 128 +
  // the signal if a signal ended it.
  std::optional<int> take_in();

  const std::string& text() const { return output_; }
  const std::string& activity() const { return activity_; }  // the latest report; empty: none
  // Since the start.
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  Child process_;
  Descriptor text_pipe_, activity_pipe_;
  std::string output_, activity_, unfinished_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class WatchedLab {
 public:
  // Keeps references to context and lab.
  WatchedLab(Context& context, const Lab& lab, const Options& options)
      : context_(context), lab_(lab), options_(options) {
    note_progress();
  }

  const Lab& lab() const { return lab_; }
  // The current run's GradingJob::descriptor(). -1: none.
  int descriptor() const { return job_ ? job_->descriptor() : -1; }

  void grade() { start(Task::grade); }                      // cancels the current run
  void check_all() { start(Task::check_all); }              // all labs, one line each
  void show_hint() { show_output_of(hint, Shown::prose); }  // one more hint
  void show_explanation() { show(Shown::explanation); }
  // With the solution, for students who have passed.
  void show_comparison() { show_output_of(solution); }
  void show_report() { show(Shown::report); }
  void show_overview() { show_output_of(overview); }
  void show_keys();
  void say(const std::string& status) { view_.status = status; }

  // Handles new output of the current run.
  void go_on();

  View view() const;

 private:
  enum class Task { grade, check_all };
  enum class Shown { report, explanation, prose, other };  // prose: to be wrapped
  struct Texts {
    std::string report, explanation;
  };

  void start(Task task);
  void note_progress();
  void show(Shown what, std::string body = {});
  void take_over(const std::string& output);
  std::string report_or_explanation() const;
  // Runs a command here and now.
  void show_output_of(int (*command)(Context&, const Options&), Shown what = Shown::other);

  Context& context_;
  const Lab& lab_;
  const Options options_;
  std::unique_ptr<GradingJob> job_;
  Task task_ = Task::grade;
  bool passed_ = false;  // in the latest run
  Shown shown_ = Shown::report;
  std::map<int, Texts> texts_;  // of the latest run, by the width for which they are wrapped
  std::string notes_;           // below each report
  View view_;                   // while nothing runs; without title and keys
};

}  // namespace gemmlab
