// The terminal while something is watched on it: what is to be seen, as pure text; one screen that
// is drawn anew; and keys as they are pressed. What was there before comes back in the end.
#pragma once

#include <termios.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/report/terminal.h"

namespace gemmlab {

struct ScreenSize {
  int columns = 80, rows = 24;

  bool operator==(const ScreenSize&) const = default;
};

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

// What a key press is, beside a character, which stands for itself.
struct Key {
  enum : int { escape = 256, up, down, page_up, page_down, home, end };
};

// What bytes from a keyboard mean; sequences that we have no use for mean nothing.
std::vector<int> keys_in(std::string_view bytes);

class Screen {
 public:
  Screen();  // of standard output and input, which must be a terminal
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  ScreenSize size() const;

  // Shows these lines, at most as many as fit; the rest of the screen is blank.
  void draw(const std::vector<std::string>& lines);

  // Gives the terminal back, stops this process as Ctrl-Z does, and takes it again afterwards.
  void suspend();

 private:
  void enter();
  void leave();

  termios before_{};
};

// All keys pressed since the last call, without waiting; nothing at the end of the input.
std::optional<std::vector<int>> read_keys();

}  // namespace gemmlab
