// A picture of C: where it is right, wrong and unwritten, and by how much.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

struct Mismatch {
  int row = 0, col = 0;
  float got = 0;
  double expected = 0;
  bool unwritten = false;  // still holds the poison
};

// A square of C's elements; at C's edges it may be cut.
struct ErrorCell {
  int elements = 0;
  int wrong = 0;
  int unwritten = 0;  // of the wrong ones: never stored to
  double worst = 0;   // largest |got - expected| / magnitude of the others; infinite: no number

  bool operator==(const ErrorCell&) const = default;
};

struct ErrorMap {
  int rows = 0, cols = 0;        // of C
  int width = 1;                 // elements a cell each way: 1, 8, 16, 32 ...
  std::vector<ErrorCell> cells;  // [cell_rows, cell_cols], row-major
  std::string input;             // what A and B held: "uniform"
  std::vector<Mismatch> first;   // at most 5, in row-major order

  int cell_rows() const { return (rows + width - 1) / width; }
  int cell_cols() const { return (cols + width - 1) / width; }
};

// All right, with the smallest cells of which there are at most max_rows x max_cols. Small matrices
// get a cell an element; larger ones powers of two that are likely widths of tiles.
ErrorMap right_everywhere(int rows, int cols, int max_rows = 48, int max_cols = 48);

// `error` is |got - expected| / magnitude; of an unwritten element it is not looked at.
void add_wrong(ErrorMap& map, int row, int col, double error, bool unwritten);

// The same with larger cells, so that there are at most max_rows x max_cols.
ErrorMap coarser(const ErrorMap& map, int max_rows, int max_cols);

}  // namespace gemmlab
