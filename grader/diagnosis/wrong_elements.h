// The data that the hypotheses of a diagnosis examine: some wrong and some right elements of C.
#pragma once

#include <vector>

#include "grader/core/compare.h"
#include "grader/core/facts/cause_parts.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// One run whose C [m, n] is wrong.
struct WrongRun {
  const Shape& shape;
  InputKind kind;
  const Operands& operands;
  const Expected& expected;
  const float* c;
  const Comparison& comparison;
  std::vector<LaunchShape> launches = {};  // none: unknown
  bool whole_numbers_were_right = false;   // at this shape
};

struct Cell {
  int row = 0, col = 0;
};

class WrongElements {
 public:
  explicit WrongElements(const WrongRun& run);

  const WrongRun& run;
  const int m, n, k;

  float got(int row, int col) const { return run.c[index(row, col)]; }
  double should_be(int row, int col) const { return run.expected.c[index(row, col)]; }
  bool is_inside(int row, int col) const { return row >= 0 && row < m && col >= 0 && col < n; }
  bool is_wrong(int row, int col) const;
  bool is_unwritten(int row, int col) const { return is_poison(got(row, col)); }

  // The value computed for (row, col), the element read as A or B, and the value at an index of
  // theirs. 0 outside the matrix, the same as guarded loads give.
  double computed(int row, int col) const { return is_inside(row, col) ? should_be(row, col) : 0; }
  double a(int row, int p) const {
    return row >= 0 && row < m && p >= 0 && p < k ? in_a(std::size_t(row) * k + p) : 0;
  }
  double b(int p, int col) const {
    return p >= 0 && p < k && col >= 0 && col < n ? in_b(std::size_t(p) * n + col) : 0;
  }
  double in_a(std::size_t index) const { return in(run.operands.a, index); }
  double in_b(std::size_t index) const { return in(run.operands.b, index); }

  // How far a guess may be from the computed value: twice the error bound of fp32 sums of k
  // products.
  double bound(int row, int col) const {
    return exactness(2 * gamma(k) * run.expected.magnitude[index(row, col)]);
  }

  // That bound, or less if all sums are whole numbers.
  double exactness(double bound) const;

  // Up to 48 wrong elements that hold a finite value, spread over C; up to 24 right ones.
  const std::vector<Cell>& wrong() const { return wrong_; }
  const std::vector<Cell>& right() const { return right_; }

  // Possible tile widths: those of the program's blocks first, then common ones.
  const std::vector<int>& tiles() const { return tiles_; }

  // The widths among them that fit the part of C that a block computes, according to the grid.
  const std::vector<int>& block_tiles() const { return block_tiles_; }

  // Possible numbers of threads in a row of a block; the program's own, if its launches are known.
  const std::vector<int>& thread_counts() const { return thread_counts_; }

  // The launch with the most threads, if launches are known.
  const LaunchShape* launch() const;

 private:
  static double in(const std::vector<float>& matrix, std::size_t index) {
    return index < matrix.size() ? matrix[index] : 0;
  }
  std::size_t index(int row, int col) const { return std::size_t(row) * n + col; }
  void find_widths();

  std::vector<Cell> wrong_, right_;
  std::vector<int> tiles_, block_tiles_, thread_counts_;
};

// The sum of term(p) for each p below `count`.
template <typename Term>
double sum_of(int count, Term term) {
  double sum = 0;
  for (int p = 0; p < count; ++p) {
    sum += term(p);
  }
  return sum;
}

// Rows or columns of C, with one interface for both.
class Lines {
 public:
  Lines(const WrongElements& is, Axis axis) : axis(axis), is_(is) {}

  const Axis axis;

  int extent() const { return axis == Axis::row ? is_.m : is_.n; }
  int length() const { return axis == Axis::row ? is_.n : is_.m; }
  int line_of(int row, int col) const { return axis == Axis::row ? row : col; }
  int along(int row, int col) const { return axis == Axis::row ? col : row; }
  // An element of a line, possibly outside C.
  Cell at(int line, int along) const {
    return axis == Axis::row ? Cell{line, along} : Cell{along, line};
  }
  double computed(int line, int along) const {
    const auto [row, col] = at(line, along);
    return is_.computed(row, col);
  }
  bool is_unwritten(int line, int along) const {
    const auto [row, col] = at(line, along);
    return is_.is_unwritten(row, col);
  }

 private:
  const WrongElements& is_;
};

}  // namespace gemmlab
