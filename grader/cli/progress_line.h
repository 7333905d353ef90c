// Shows that long work goes on: one line that changes on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <iosfwd>
#include <optional>
#include <string>

#include "grader/report/terminal.h"

namespace gemmlab {

class ProgressLine {
 public:
  // Both are kept by reference.
  ProgressLine(std::ostream& out, const Terminal& terminal) : out_(out), terminal_(terminal) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Says what happens now. Without a terminal most of it is left out.
  void show(const std::string& text);

  // Takes the line away, so that something else can be written.
  void clear();

 private:
  std::ostream& out_;
  const Terminal& terminal_;
  bool is_drawn_ = false;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

}  // namespace gemmlab
