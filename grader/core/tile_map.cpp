#include "grader/core/tile_map.h"

#include <fmt/format.h>

#include <algorithm>

namespace gemmlab {
namespace {

constexpr int kMaxRows = 24, kMaxCols = 48;

// Elements a cell each way: a power of two that is a likely tile width, or 1.
int cell_width(int rows, int cols) {
  int width = 1;
  while ((rows + width - 1) / width > kMaxRows || (cols + width - 1) / width > kMaxCols) {
    width = width == 1 ? 8 : width * 2;
  }
  return width;
}

char cell(int rows, int cols, const std::vector<Element>& elements, int row0, int col0, int width) {
  int count[3] = {};
  for (int row = row0; row < std::min(row0 + width, rows); ++row) {
    for (int col = col0; col < std::min(col0 + width, cols); ++col) {
      ++count[int(elements[std::size_t(row) * cols + col])];
    }
  }
  const auto [right, wrong, unwritten] = count;
  if (wrong == 0 && unwritten == 0) {
    return '.';
  }
  if (right == 0 && unwritten == 0) {
    return '#';
  }
  return right == 0 && wrong == 0 ? '-' : '+';
}

}  // namespace

std::vector<std::string> tile_map(int rows, int cols, const std::vector<Element>& elements) {
  const int width = cell_width(rows, cols);
  std::vector<std::string> lines;
  lines.push_back(
      width == 1
          ? fmt::format("C, {} x {}, one sign for an element: . right  # wrong  - not written",
                        rows, cols)
          : fmt::format("C, {} x {}, one sign for {}x{} elements: . right  # wrong  - not written  "
                        "+ mixed",
                        rows, cols, width, width));
  for (int row = 0; row < rows; row += width) {
    std::string line;
    for (int col = 0; col < cols; col += width) {
      line += cell(rows, cols, elements, row, col, width);
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace gemmlab
