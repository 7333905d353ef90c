// A map of C's errors for a terminal, tile by tile.
#pragma once

#include <string>
#include <vector>

#include "grader/core/error_map.h"

namespace gemmlab {

// One line a row of cells: '.' all right, '#' all wrong, '-' never written, '+' mixed; at most 24 x
// 48 cells. The first line says what a cell is.
std::vector<std::string> tile_map(const ErrorMap& errors);

}  // namespace gemmlab
