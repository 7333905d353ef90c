#include "grader/core/error_map.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gemmlab {
namespace {

TEST(ErrorMap, HasACellAnElementWhereCIsSmall) {
  ErrorMap map = right_everywhere(2, 3);
  add_wrong(map, 1, 2, 0.5, false);
  add_wrong(map, 0, 1, 0, true);
  ASSERT_EQ(map.width, 1);
  ASSERT_EQ(map.cells.size(), 6u);
  EXPECT_EQ(map.cells[5], (ErrorCell{1, 1, 0, 0.5}));
  EXPECT_EQ(map.cells[1], (ErrorCell{1, 1, 1, 0}));
  EXPECT_EQ(map.cells[0], (ErrorCell{1, 0, 0, 0}));
}

TEST(ErrorMap, CountsEveryElementOnceAtRaggedEdges) {
  for (const auto& [rows, cols] : {std::pair{131, 127}, {1, 4096}, {1003, 1001}, {49, 5}}) {
    ErrorMap map = right_everywhere(rows, cols);
    EXPECT_LE(map.cell_rows(), 48);
    EXPECT_LE(map.cell_cols(), 48);
    EXPECT_EQ(map.cells.size(), std::size_t(map.cell_rows()) * map.cell_cols());
    int elements = 0;
    for (const ErrorCell& cell : map.cells) {
      elements += cell.elements;
    }
    EXPECT_EQ(elements, rows * cols);
    add_wrong(map, rows - 1, cols - 1, INFINITY, false);
    EXPECT_EQ(map.cells.back().wrong, 1);
    EXPECT_EQ(map.cells.back().worst, INFINITY);
  }
}

TEST(ErrorMap, KeepsAllThatIsWrongWhenCellsAreMerged) {
  ErrorMap map = right_everywhere(40, 30);
  ASSERT_EQ(map.width, 1);
  add_wrong(map, 39, 29, 2, false);
  add_wrong(map, 38, 28, 1, false);
  add_wrong(map, 0, 0, 0, true);
  const ErrorMap merged = coarser(map, 24, 48);
  EXPECT_EQ(merged.width, 8);
  EXPECT_EQ(merged.cells.front(), (ErrorCell{64, 1, 1, 0}));
  EXPECT_EQ(merged.cells.back(), (ErrorCell{48, 2, 0, 2}));  // 8 rows, 6 columns
}

}  // namespace
}  // namespace gemmlab
