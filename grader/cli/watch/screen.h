// The terminal during watch: the screen content as pure text, a screen that is redrawn, and key
// presses. The terminal's earlier content returns at the end.
#pragma once

#include <termios.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/report/text.h"

namespace gemmlab {

struct ScreenSize {
  int columns = 80, rows = 24;

  bool operator==(const ScreenSize&) const = default;
};

// A key and its action, for the last line.
struct KeyHelp {
  std::string key, what;
};

struct View {
  std::string title;   // the watched file
  std::string status;  // "graded at 14:02:11 in 1.9 s"
  std::string body;    // a report, hints, ...: lines, possibly with colours
  int bodies = 0;      // number of bodies so far: an identical body may be new
  std::vector<KeyHelp> keys;
  int first_line = 0;  // the first visible line of the body, which may be longer than the screen
};

// The lines of the body that fit on the screen.
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

class Screen {
 public:
  Screen();  // uses standard output and input, which must be a terminal
  ~Screen() { leave(); }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  ScreenSize size() const;

  // Shows these lines, as many as fit; the rest of the screen is blank.
  void draw(const std::vector<std::string>& lines);

  // Restores the terminal, stops this process as Ctrl-Z does, and takes the terminal over again
  // afterwards.
  void suspend();

 private:
  void enter();
  void leave();

  termios before_{};
};

// All keys pressed since the last call, without waiting; nothing at the end of the input.
std::optional<std::vector<int>> read_keys();

}  // namespace gemmlab
