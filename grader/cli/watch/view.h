// What is to be seen while a lab is watched: pure text.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/watch/screen.h"
#include "grader/report/terminal.h"

namespace gemmlab {

// A key and what it does, for the last line.
struct KeyHelp {
  std::string key, what;
};

struct View {
  std::string title;   // the file that is watched
  std::string status;  // "graded at 14:02:11 in 1.9 s"
  std::string body;    // a report, hints, ...: lines that may have colours
  int bodies = 0;      // so many bodies there were: an equal one may be news
  std::vector<KeyHelp> keys;
  int first_line = 0;  // of the body that is to be seen: it may be longer than the screen
};

// Lines of the body that a screen has room for.
int body_rows(ScreenSize size);

// The largest first_line that makes sense.
int last_first_line(const View& view, ScreenSize size);

// The whole screen: title and status, the body, and the keys. No more lines than it has rows.
std::vector<std::string> screen_of(const View& view, ScreenSize size, const Terminal& terminal);

}  // namespace gemmlab
