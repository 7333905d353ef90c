#include "grader/cli/watch/watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <algorithm>
#include <boost/core/noncopyable.hpp>
#include <cerrno>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cli/exit_code.h"
#include "grader/cli/next_step.h"
#include "grader/cli/progress.h"
#include "grader/cli/result_files.h"
#include "grader/cli/staircase_progress.h"
#include "grader/cli/watch/saves.h"
#include "grader/cli/watch/screen.h"
#include "grader/cli/watch/watched_lab.h"
#include "grader/core/labs.h"
#include "grader/process/child.h"
#include "grader/process/interrupt.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr int kPollMs = 100;        // two checks of a file show that a save is complete
constexpr int kLastLine = 1 << 20;  // no text is this long

volatile sig_atomic_t is_to_suspend = 0;

void on_stop(int) {
  is_to_suspend = 1;
}

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l";  // the alternate screen, no cursor
constexpr std::string_view kLeave = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view kHome = "\x1b[H";
constexpr std::string_view kClearLine = "\x1b[K";
constexpr std::string_view kClearRest = "\x1b[J";

void put(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{STDOUT_FILENO, POLLOUT, 0};
      poll(&ready, 1, 100);
    } else if (errno != EINTR) {
      return;  // nobody would see it
    }
  }
}

// Shows a watched lab: on a screen that is redrawn, if standard input and output are terminals,
// else line by line. The terminal's earlier content returns at the end.
class Display : boost::noncopyable {
 public:
  // Keeps references to both.
  Display(std::ostream& out, const Terminal& terminal)
      : out_(out), terminal_(terminal), is_screen_(terminal.live && isatty(STDIN_FILENO) == 1) {
    if (is_screen_) {
      tcgetattr(STDIN_FILENO, &before_);
      enter();
    }
  }
  ~Display() {
    if (is_screen_) {
      leave();
    }
  }

  // Shows the view if it differs from the current one.
  void show(const View& view) {
    if (is_screen_) {
      const std::vector<std::string> lines = screen_of(view, size(), terminal_);
      if (lines != drawn_ || size() != drawn_at_) {
        drawn_ = lines;
        drawn_at_ = size();
        draw(lines);
      }
    } else if (view.bodies != shown_) {  // a new status alone is not worth a message
      shown_ = view.bodies;
      out_ << "== " << view.title << ", " << view.status << "\n\n"
           << view.body << '\n'
           << std::flush;
    }
  }

  ScreenSize size() const {
    if (!is_screen_) {
      return {80, std::numeric_limits<int>::max()};
    }
    winsize size{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? ScreenSize{size.ws_col, size.ws_row} : ScreenSize{};
  }

  // Restores the terminal, stops this process as Ctrl-Z does, and takes the terminal over again
  // afterwards.
  void suspend() {
    if (is_screen_) {
      leave();
    }
    raise(SIGSTOP);
    if (is_screen_) {
      enter();
      drawn_.clear();
    }
  }

 private:
  void enter() {
    termios raw = before_;
    raw.c_lflag &=
        ~static_cast<tcflag_t>(ICANON | ECHO);  // keys at once, without echo; Ctrl-C stays
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    put(kEnter);
  }

  void leave() {
    put(kLeave);
    tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }

  // As many lines as fit; the rest of the screen is blank. In one write and line by line over the
  // old content, so that nothing flickers.
  void draw(const std::vector<std::string>& lines) {
    const auto rows = static_cast<std::size_t>(size().rows);
    std::string text(kHome);
    for (std::size_t i = 0; i < std::min(lines.size(), rows); ++i) {
      text.append(i == 0 ? "" : "\r\n").append(kClearLine).append(lines[i]);
    }
    put(lines.size() < rows ? text.append("\r\n").append(kClearRest) : text);
  }

  std::ostream& out_;
  const Terminal& terminal_;
  const bool is_screen_;
  termios before_{};
  std::vector<std::string> drawn_;
  ScreenSize drawn_at_;
  int shown_ = 0;  // the last body
};

// All keys pressed since the last call, without waiting; nothing at the end of the input.
std::optional<std::vector<int>> read_keys() {
  pollfd ready{STDIN_FILENO, POLLIN, 0};
  if (poll(&ready, 1, 0) <= 0) {
    return std::vector<int>{};
  }
  char bytes[64];
  const ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
  return got > 0 ? std::optional(keys_in({bytes, static_cast<std::size_t>(got)}))
         : got < 0 && (errno == EINTR || errno == EAGAIN) ? std::optional(std::vector<int>{})
                                                          : std::nullopt;
}

class Watch {
 public:
  Watch(Context& context, const Lab& lab, const WatchOptions& options)
      : context_(context), options_(options), display_(context.out, context.terminal) {
    turn_to(lab);
  }

  int run() {
    while (is_open_) {
      throw_if_interrupted();
      if (is_to_suspend != 0) {
        is_to_suspend = 0;
        display_.suspend();
      }
      const auto keys = reads_keys_ ? read_keys() : std::nullopt;
      reads_keys_ = keys.has_value();
      std::ranges::for_each(keys.value_or(std::vector<int>{}), [&](int key) { heed(key); });
      if (saves_->seen()) {
        lab_->grade();
      }
      lab_->go_on();
      show();
      pollfd sources[] = {{reads_keys_ ? STDIN_FILENO : -1, POLLIN, 0},
                          {lab_->descriptor(), POLLIN, 0}};
      poll(sources, std::size(sources), kPollMs);
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
    first_line_ = std::clamp(first_line_, 0, last_first_line(view, display_.size()));
    view.first_line = first_line_;
    display_.show(view);
  }

  void heed(int key) {
    static const std::map<int, void (WatchedLab::*)()> actions{
        {'h', &WatchedLab::show_hint},       {'e', &WatchedLab::show_explanation},
        {'f', &WatchedLab::show_fix},        {'c', &WatchedLab::check_all},
        {'d', &WatchedLab::show_comparison}, {'l', &WatchedLab::show_overview},
        {'?', &WatchedLab::show_keys},       {Key::escape, &WatchedLab::show_report}};
    const int page = body_rows(display_.size()) - 1;
    const std::map<int, int> lines{{Key::up, -1},
                                   {Key::down, 1},
                                   {Key::home, -kLastLine},
                                   {Key::end, kLastLine},
                                   {Key::page_up, -page},
                                   {Key::page_down, page},
                                   {' ', page}};
    if (key == 'q') {
      is_open_ = false;
    } else if (key == 'n' || key == 'p') {
      const std::vector<const Lab*> all = exercises(context_.labs);
      if (&lab_->lab() == (key == 'n' ? all.back() : all.front())) {
        lab_->say(key == 'n' ? "this is the last lab" : "this is the first lab");
      } else {
        turn_to(**(std::ranges::find(all, &lab_->lab()) + (key == 'n' ? 1 : -1)));
      }
    } else if (actions.contains(key)) {
      (lab_.get()->*actions.at(key))();
    } else if (lines.contains(key)) {
      const int last = last_first_line(lab_->view(), display_.size());
      first_line_ = std::clamp(first_line_ + lines.at(key), 0, last);
    }
  }

  Context& context_;
  const WatchOptions options_;
  Display display_;
  std::unique_ptr<WatchedLab> lab_;
  std::unique_ptr<Saves> saves_;
  int first_line_ = 0;
  int shown_body_ = 0;
  bool reads_keys_ = true;
  bool is_open_ = true;
};

}  // namespace

int watch(Context& context, const WatchOptions& options) {
  if (options.html == "-") {
    throw UsageError("watch writes its report to standard output: --html needs a file here.");
  }
  check_result_files({{"--html", options.html}});
  const Progress progress = recall(context);
  const Lab& lab = options.lab.empty() ? next_lab(context, progress)
                                       : step_to_do(progress, lab_meant(context, options.lab));
  if (options.backend != BackendChoice::sim) {
    context.gpu();  // once, not in each run
  }
  struct sigaction action {};
  action.sa_handler = on_stop;
  sigaction(SIGTSTP, &action, nullptr);
  return Watch(context, lab, options).run();
}

}  // namespace gemmlab
