// A picture of C for a terminal: where it is right, wrong and unwritten, tile by tile.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

enum class Element : char { right, wrong, unwritten };

// One line a row of cells: '.' all right, '#' all wrong, '-' never written, '+' mixed. Small
// matrices get a cell an element; larger ones cells of 8, 16, 32 ... elements each way, at most 24
// x 48 cells. elements [rows, cols], row-major. The first line says what a cell is.
std::vector<std::string> tile_map(int rows, int cols, const std::vector<Element>& elements);

}  // namespace gemmlab
