// A few lines of the student's source, with the relevant ones underlined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct ExcerptLine {
  int number = 0;  // from 1; 0: a gap
  std::string text;
  bool is_marked = false;
};

// The first three lines numbered in `marked`, each with the line before it, in the source's order;
// ignores numbers outside the source.
std::vector<ExcerptLine> excerpt_lines(std::string_view source, std::vector<int> marked);

// The lines numbered in `marked` (from 1), each with the line before it, underlined by carets:
//     37 |   for (int i = 0; i < kTile; ++i) {
//     38 |     sum += a_tile[row][i] * b_tile[i][col];
//        |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Empty if no line remains.
std::string excerpt(std::string_view source, std::vector<int> marked, int width, int indent);

}  // namespace gemmlab
