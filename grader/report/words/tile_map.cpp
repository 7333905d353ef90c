#include "grader/report/words/tile_map.h"

#include <fmt/format.h>

namespace gemmlab {
namespace {

constexpr int kMaxRows = 24, kMaxCols = 48;

char sign(const ErrorCell& cell) {
  if (cell.wrong == 0) {
    return '.';
  }
  if (cell.unwritten == cell.elements) {
    return '-';
  }
  return cell.wrong == cell.elements && cell.unwritten == 0 ? '#' : '+';
}

}  // namespace

std::vector<std::string> tile_map(const ErrorMap& errors) {
  const ErrorMap map = coarser(errors, kMaxRows, kMaxCols);
  std::vector<std::string> lines;
  lines.push_back(
      map.width == 1
          ? fmt::format("C, {} x {}, one sign for an element: . right  # wrong  - not written",
                        map.rows, map.cols)
          : fmt::format("C, {} x {}, one sign for {}x{} elements: . right  # wrong  - not written  "
                        "+ mixed",
                        map.rows, map.cols, map.width, map.width));
  for (std::size_t at = 0; at < map.cells.size(); ++at) {
    if (at % map.cell_cols() == 0) {
      lines.emplace_back();
    }
    lines.back() += sign(map.cells[at]);
  }
  return lines;
}

}  // namespace gemmlab
