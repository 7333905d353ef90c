// The content of the screen of gemmlab watch, and its keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/report/text.h"

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

}  // namespace gemmlab
