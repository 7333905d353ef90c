// What is known of the place where text is shown, and the few colours that we use there.
#pragma once

#include <string>
#include <string_view>

namespace gemmlab {

struct Terminal {
  bool live = false;   // a terminal: a line can be drawn over
  bool color = false;  // a terminal, and NO_COLOR isn't set
  int width = 80;      // columns for text: COLUMNS, else what the terminal says, from 40 to 100
};

// Looks at a file descriptor and at the environment (NO_COLOR, COLUMNS, TERM).
Terminal terminal_of(int descriptor);

enum class Ink { good, bad, note, strong };

// The text in a colour where colours are wanted, else as it is.
std::string ink(const Terminal& terminal, Ink ink, std::string_view text);

}  // namespace gemmlab
