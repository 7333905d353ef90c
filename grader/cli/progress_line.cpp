#include "grader/cli/progress_line.h"

#include <ostream>

#include "grader/report/text.h"

namespace gemmlab {

// Often enough to see that it is alive, rarely enough for a log.
constexpr std::chrono::seconds kBetweenPlainLines{5};

void ProgressLine::show(const std::string& text) {
  if (listener_) {
    return listener_(text);
  }
  const std::string line = clipped(printable(text), terminal_.width - 1);
  if (terminal_.live) {
    out_ << "\r\x1b[K" << line << std::flush;
    is_drawn_ = true;
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  if (!last_ || now - *last_ >= kBetweenPlainLines) {
    out_ << line << std::endl;
    last_ = now;
  }
}

void ProgressLine::clear() {
  if (is_drawn_) {
    out_ << "\r\x1b[K" << std::flush;
    is_drawn_ = false;
  }
}

}  // namespace gemmlab
