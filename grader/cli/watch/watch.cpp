// gemmlab watch: judges a lab whenever its file is saved, and shows what comes out.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/commands/next_step.h"
#include "grader/cli/course.h"
#include "grader/cli/progress.h"
#include "grader/cli/result_files.h"
#include "grader/cli/watch/display.h"
#include "grader/cli/watch/saves.h"
#include "grader/cli/watch/watched_lab.h"

namespace gemmlab {
namespace {

constexpr int kPollMs = 100;  // two looks at a file tell that a save is complete

constexpr int kLastLine = 1 << 20;  // no text is so long

volatile sig_atomic_t is_to_suspend = 0;

void on_stop(int) {
  is_to_suspend = 1;
}

class Watch {
 public:
  Watch(Context& context, const Lab& lab, const WatchOptions& options)
      : context_(context),
        options_(options),
        display_(open_display(context.out, context.terminal)) {
    turn_to(lab);
  }

  int run() {
    while (is_open_) {
      throw_if_interrupted();
      if (is_to_suspend != 0) {
        is_to_suspend = 0;
        display_->suspend();
      }
      heed_keys();
      if (saves_->seen()) {
        lab_->grade();
      }
      lab_->go_on();
      show();
      wait();
    }
    return kDone;
  }

 private:
  void turn_to(const Lab& lab) {
    lab_.reset();
    lab_ = std::make_unique<WatchedLab>(context_, lab, options_);
    saves_ = std::make_unique<Saves>(student_file(context_, lab).parent_path());
    first_line_ = 0;
  }

  void show() {
    if (context_.terminal.live) {
      context_.terminal = terminal_of(STDOUT_FILENO);  // its width may have changed
    }
    View view = lab_->view();
    if (view.bodies != shown_body_) {
      shown_body_ = view.bodies;
      first_line_ = 0;
    }
    first_line_ = std::clamp(first_line_, 0, last_first_line(view, display_->size()));
    view.first_line = first_line_;
    display_->show(view);
  }

  void wait() {
    pollfd sources[] = {{reads_keys_ ? STDIN_FILENO : -1, POLLIN, 0},
                        {lab_->descriptor(), POLLIN, 0}};
    poll(sources, std::size(sources), kPollMs);
  }

  void heed_keys() {
    const auto keys = reads_keys_ ? read_keys() : std::nullopt;
    reads_keys_ = keys.has_value();
    for (const KeyPress& key : keys.value_or(std::vector<KeyPress>{})) {
      heed(key);
    }
  }

  void heed(KeyPress key) {
    const int page = body_rows(display_->size()) - 1;
    if (key == 'q') {
      is_open_ = false;
    } else if (key == 'n') {
      go_to_next();
    } else if (key == 'h') {
      lab_->show_hint();
    } else if (key == 'e') {
      lab_->show_explanation();
    } else if (key == 'c') {
      lab_->check_all();
    } else if (key == 'd') {
      lab_->show_comparison();
    } else if (key == Key::escape) {
      lab_->show_report();
    } else if (key == Key::up) {
      --first_line_;
    } else if (key == Key::down) {
      ++first_line_;
    } else if (key == Key::home) {
      first_line_ = 0;
    } else if (key == Key::end) {
      first_line_ = kLastLine;
    } else if (key == Key::page_up) {
      first_line_ -= page;
    } else if (key == Key::page_down || key == ' ') {
      first_line_ += page;
    }
  }

  void go_to_next() {
    if (&lab_->lab() == &context_.labs.back()) {
      lab_->say("this is the last lab");
    } else {
      turn_to(*(&lab_->lab() + 1));
    }
  }

  Context& context_;
  const WatchOptions options_;
  std::unique_ptr<Display> display_;
  std::unique_ptr<WatchedLab> lab_;
  std::unique_ptr<Saves> saves_;
  int first_line_ = 0;
  int shown_body_ = 0;
  bool reads_keys_ = true;
  bool is_open_ = true;
};

}  // namespace

int watch(Context& context, const Options& options) {
  if (options.watch.html == "-") {
    throw UsageError("watch shows its report on standard output: --html takes a file here.");
  }
  check_result_files({{"--html", options.watch.html}});
  const Lab& lab = options.watch.lab.empty() ? next_lab(context, recall(context))
                                             : lab_meant(context, options.watch.lab);
  if (options.watch.backend != BackendChoice::sim) {
    context.gpu();  // once, and not in each run
  }
  struct sigaction action {};
  action.sa_handler = on_stop;
  sigaction(SIGTSTP, &action, nullptr);
  return Watch(context, lab, options.watch).run();
}

}  // namespace gemmlab
