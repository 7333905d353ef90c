// Shows that long work goes on: one line that changes on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>

#include "grader/report/terminal.h"

namespace gemmlab {

class ProgressLine {
 public:
  // Both are kept by reference. `listener`, if there is one, is told instead of `out`.
  ProgressLine(std::ostream& out,
               const Terminal& terminal,
               std::function<void(const std::string&)> listener = {})
      : out_(out), terminal_(terminal), listener_(std::move(listener)) {}
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
  std::function<void(const std::string&)> listener_;
  bool is_drawn_ = false;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

}  // namespace gemmlab
