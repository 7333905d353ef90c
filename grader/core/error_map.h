// A map of C: where it is right, wrong and unwritten, and how large the errors are.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

struct Mismatch {
  int row = 0, col = 0;
  float got = 0;
  double expected = 0;
  bool unwritten = false;  // still holds the poison value
};

// A square of elements of C, cut off at the edges of C.
struct ErrorCell {
  int elements = 0;
  int wrong = 0;
  int unwritten = 0;  // wrong elements that were never stored
  double worst = 0;   // largest |got - expected| / magnitude of the others; infinite: not a number

  bool operator==(const ErrorCell&) const = default;
};

struct ErrorMap {
  int rows = 0, cols = 0;        // of C
  int width = 1;                 // elements per cell in each direction: 1, 8, 16, 32 ...
  std::vector<ErrorCell> cells;  // [cell_rows, cell_cols], row-major
  std::string input;             // what A and B held: "uniform"
  std::vector<Mismatch> first;   // at most 5, in row-major order

  int cell_rows() const { return (rows + width - 1) / width; }
  int cell_cols() const { return (cols + width - 1) / width; }
};

// A map with no errors, with the smallest cells that fit in max_rows x max_cols. Small matrices get
// one cell per element; larger ones get powers of two, because these are likely tile widths.
ErrorMap right_everywhere(int rows, int cols, int max_rows = 48, int max_cols = 48);

// `error` is |got - expected| / magnitude; it is ignored for an unwritten element.
void add_wrong(ErrorMap& map, int row, int col, double error, bool unwritten);

// The same map with larger cells, at most max_rows x max_cols of them.
ErrorMap coarser(const ErrorMap& map, int max_rows, int max_cols);

}  // namespace gemmlab
