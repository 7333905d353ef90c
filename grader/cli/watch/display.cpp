#include "grader/cli/watch/display.h"

#include <signal.h>
#include <unistd.h>

#include <limits>
#include <ostream>

namespace gemmlab {
namespace {

class ScreenDisplay : public Display {
 public:
  explicit ScreenDisplay(const Terminal& terminal) : terminal_(terminal) {}

  void show(const View& view) override {
    const std::vector<std::string> lines = screen_of(view, size(), terminal_);
    if (lines != drawn_ || size() != drawn_at_) {
      drawn_ = lines;
      drawn_at_ = size();
      screen_.draw(lines);
    }
  }
  ScreenSize size() const override { return screen_.size(); }
  void suspend() override {
    screen_.suspend();
    drawn_.clear();
  }

 private:
  const Terminal& terminal_;
  Screen screen_;
  std::vector<std::string> drawn_;
  ScreenSize drawn_at_;
};

// A new body is written below the old one; a status alone is no news.
class LineDisplay : public Display {
 public:
  explicit LineDisplay(std::ostream& out) : out_(out) {}

  void show(const View& view) override {
    if (view.bodies == shown_) {
      return;
    }
    shown_ = view.bodies;
    out_ << "== " << view.title << ", " << view.status << "\n\n" << view.body << '\n' << std::flush;
  }
  ScreenSize size() const override { return {80, std::numeric_limits<int>::max()}; }
  void suspend() override { raise(SIGSTOP); }

 private:
  std::ostream& out_;
  int shown_ = 0;  // the last body
};

}  // namespace

std::unique_ptr<Display> open_display(std::ostream& out, const Terminal& terminal) {
  if (terminal.live && isatty(STDIN_FILENO) == 1) {
    return std::make_unique<ScreenDisplay>(terminal);
  }
  return std::make_unique<LineDisplay>(out);
}

}  // namespace gemmlab
