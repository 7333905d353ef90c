// Where a watched lab is shown: on a screen that is drawn anew, or line by line where there is no
// terminal.
#pragma once

#include <iosfwd>
#include <memory>

#include "grader/cli/watch/screen.h"
#include "grader/cli/watch/view.h"

namespace gemmlab {

class Display {
 public:
  virtual ~Display() = default;

  // Shows it if it differs from what is to be seen.
  virtual void show(const View& view) = 0;
  virtual ScreenSize size() const = 0;
  // What Ctrl-Z asks for.
  virtual void suspend() = 0;
};

// A screen if both standard input and output are a terminal, else lines on `out`, which is kept by
// reference as is `terminal`.
std::unique_ptr<Display> open_display(std::ostream& out, const Terminal& terminal);

}  // namespace gemmlab
