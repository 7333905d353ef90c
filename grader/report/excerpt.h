// A few lines of the student's source, with those that matter underlined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

// The lines numbered in `marked` (from 1), each with one line before it, underlined by carets:
//     37 |   for (int i = 0; i < kTile; ++i) {
//     38 |     sum += a_tile[row][i] * b_tile[i][col];
//        |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// The first three of `marked` are shown, in the source's order; numbers outside the source are left
// out. Empty if nothing is left.
std::string excerpt(std::string_view source, std::vector<int> marked, int width, int indent);

}  // namespace gemmlab
