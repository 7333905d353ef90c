// Text on a terminal: what we know about the terminal, the few colours that we use, the width of a
// text, and breaking it into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/core/foreign_text.h"

namespace gemmlab {

// Lines over 100 columns are hard to read, and below 40 a message is hard to recognise.
inline constexpr int kNarrowest = 40, kWidest = 100;
inline constexpr int kMostColumns = 200;  // of a line that is not ours: more shows nothing

struct Terminal {
  bool live = false;   // a terminal: lines can be overwritten
  bool color = false;  // a terminal, and NO_COLOR isn't set
  int width =
      80;  // columns for text: COLUMNS, else the terminal's width, from kNarrowest to kWidest
};

// Examines a file descriptor and the environment (NO_COLOR, COLUMNS, TERM).
Terminal terminal_of(int descriptor);

enum class Ink { good, bad, note, strong };

// The text in a colour if colours are enabled, else unchanged.
std::string ink(const Terminal& terminal, Ink ink, std::string_view text);

// The columns that valid UTF-8 needs on a terminal.
int display_width(std::string_view text);

// The first `width` columns of one line, of at most eight bytes each; "..." marks a cut.
std::string clipped(std::string_view line, int width);

// The lines without their newlines; no empty line after a final newline.
std::vector<std::string> split_lines(std::string_view text);

// Indents every line of the text, and breaks at blanks lines longer than `width` columns.
// Continuation lines keep their line's own indentation, and the mark of what is quoted: "| " and
// "3 | " of source, "| " after a compiler's message and in code between backticks. Splits only
// words of these. Ends with \n.
std::string wrap(std::string_view text, int width, int indent);

// "12.5": at most two decimals, none for whole numbers.
std::string short_number(double value);

// Left and right on one line if they fit into `width`, else right below left, indented by four.
// Ends with \n.
std::string beside(std::string_view left, std::string_view right, int width);

}  // namespace gemmlab
