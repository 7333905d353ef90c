#include "grader/core/error_map.h"

#include <algorithm>

namespace gemmlab {
namespace {

int cell_width(int rows, int cols, int max_rows, int max_cols) {
  int width = 1;
  while ((rows + width - 1) / width > max_rows || (cols + width - 1) / width > max_cols) {
    width = width == 1 ? 8 : width * 2;
  }
  return width;
}

ErrorCell& cell_at(ErrorMap& map, int row, int col) {
  return map.cells[std::size_t(row / map.width) * map.cell_cols() + col / map.width];
}

}  // namespace

ErrorMap right_everywhere(int rows, int cols, int max_rows, int max_cols) {
  ErrorMap map;
  map.rows = rows;
  map.cols = cols;
  map.width = cell_width(rows, cols, max_rows, max_cols);
  for (int row = 0; row < rows; row += map.width) {
    for (int col = 0; col < cols; col += map.width) {
      const int height = std::min(map.width, rows - row);
      map.cells.push_back({height * std::min(map.width, cols - col), 0, 0, 0});
    }
  }
  return map;
}

void add_wrong(ErrorMap& map, int row, int col, double error, bool unwritten) {
  ErrorCell& cell = cell_at(map, row, col);
  ++cell.wrong;
  cell.unwritten += unwritten;
  if (!unwritten) {
    cell.worst = std::max(cell.worst, error);
  }
}

ErrorMap coarser(const ErrorMap& map, int max_rows, int max_cols) {
  ErrorMap result = right_everywhere(map.rows, map.cols, max_rows, max_cols);
  result.input = map.input;
  result.first = map.first;
  for (std::size_t at = 0; at < map.cells.size(); ++at) {
    const int row = int(at) / map.cell_cols() * map.width;
    const int col = int(at) % map.cell_cols() * map.width;
    ErrorCell& cell = cell_at(result, row, col);
    cell.wrong += map.cells[at].wrong;
    cell.unwritten += map.cells[at].unwritten;
    cell.worst = std::max(cell.worst, map.cells[at].worst);
  }
  return result;
}

}  // namespace gemmlab
