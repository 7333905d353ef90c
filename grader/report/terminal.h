// What we know about the output terminal, and the few colours that we use.
#pragma once

#include <string>
#include <string_view>

namespace gemmlab {

struct Terminal {
  bool live = false;   // a terminal: lines can be overwritten
  bool color = false;  // a terminal, and NO_COLOR isn't set
  int width = 80;      // columns for text: COLUMNS, else the terminal's width, limited to 40 to 100
};

// Examines a file descriptor and the environment (NO_COLOR, COLUMNS, TERM).
Terminal terminal_of(int descriptor);

enum class Ink { good, bad, note, strong };

// The text in a colour if colours are enabled, else unchanged.
std::string ink(const Terminal& terminal, Ink ink, std::string_view text);

}  // namespace gemmlab
