// The lines of code in which a step differs from another one, to look at before it runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct ChangedLine {
  char sign = '+';   // '-', or ' ' of a file alone
  std::string code;  // with its indentation, without comments: they may tell what comes

  bool operator==(const ChangedLine&) const = default;
};

// In the order of a diff. Blank lines, lines of braces alone and headers of the language are left
// out, and lines that differ only in comments, indentation or a kernel's name are equal.
std::vector<ChangedLine> changed_lines(std::string_view before, std::string_view after);

// All lines of code of a file.
std::vector<ChangedLine> own_lines(std::string_view text);

// Whether lines only stand elsewhere: removed and added, they tell little.
bool has_moved_lines(const std::vector<ChangedLine>& lines);

// Those that do not only stand elsewhere: a statement that is both removed and added is left out.
// Of barriers, branches and loops the place matters.
std::vector<ChangedLine> without_moved(const std::vector<ChangedLine>& lines);

// The added lines from the first loop on, or all of them: what is left to show of files that have
// little in common.
std::vector<ChangedLine> core_of(const std::vector<ChangedLine>& lines);

// The first `most` lines for a terminal of that width, with signs and without the indentation that
// all of them have. Each line ends with \n.
std::string shown_lines(const std::vector<ChangedLine>& lines, std::size_t most, int width);

}  // namespace gemmlab
