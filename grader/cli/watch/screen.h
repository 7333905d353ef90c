// The terminal while something is watched on it: one screen that is drawn anew, and keys as they
// are pressed. What was there before comes back in the end.
#pragma once

#include <termios.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct ScreenSize {
  int columns = 80, rows = 24;

  bool operator==(const ScreenSize&) const = default;
};

// A letter stands for itself.
enum class Key : int { escape = 256, up, down, page_up, page_down, home, end };
struct KeyPress {
  int key = 0;  // a character, or one of Key

  bool operator==(char letter) const { return key == letter; }
  bool operator==(Key special) const { return key == static_cast<int>(special); }
};

// What bytes from a keyboard mean; sequences that we have no use for mean nothing.
std::vector<KeyPress> keys_in(std::string_view bytes);

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
std::optional<std::vector<KeyPress>> read_keys();

}  // namespace gemmlab
