// Tests hypotheses on some wrong and some right elements of C, and keeps those that agree with all
// of them.
#pragma once

#include <functional>

#include "grader/diagnosis/explanation.h"

namespace gemmlab {

struct Cell {
  int row = 0, col = 0;
};

class WrongElements {
 public:
  explicit WrongElements(const WrongRun& run);

  const WrongRun& run;
  const int m, n, k;

  // Up to 48 wrong elements that hold a finite value, spread over C; up to 24 right ones.
  std::vector<Cell> wrong, right;

  // Possible tile widths: those of the program's blocks first, then common ones; the widths among
  // them that fit the part of C that a block computes, according to the grid; and possible numbers
  // of threads in a row of a block; the program's own, if its launches are known.
  std::vector<int> tiles, block_tiles, thread_counts;

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
  double in_a(std::size_t index) const { return element_or_zero(run.operands.a, index); }
  double in_b(std::size_t index) const { return element_or_zero(run.operands.b, index); }

  // How far a guess may be from the computed value: twice the error bound of fp32 sums of k
  // products, or that of the program's.
  double bound(int row, int col) const {
    return exactness(2 * std::max(gamma(k), run.expected.tolerance) *
                     run.expected.magnitude[index(row, col)]);
  }

  // That bound, or less if all sums are whole numbers.
  double exactness(double bound) const;

  // The launch with the most threads, if launches are known.
  const LaunchShape* launch() const;

 private:
  static double element_or_zero(const std::vector<float>& matrix, std::size_t index) {
    return index < matrix.size() ? matrix[index] : 0;
  }
  std::size_t index(int row, int col) const { return std::size_t(row) * n + col; }
  void find_widths();
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
  Lines(const WrongElements& seen, Axis axis) : axis(axis), seen_(seen) {}

  const Axis axis;

  int extent() const { return axis == Axis::row ? seen_.m : seen_.n; }
  int length() const { return axis == Axis::row ? seen_.n : seen_.m; }
  int line_of(int row, int col) const { return axis == Axis::row ? row : col; }
  int along(int row, int col) const { return axis == Axis::row ? col : row; }
  // An element of a line, possibly outside C.
  Cell at(int line, int along) const {
    return axis == Axis::row ? Cell{line, along} : Cell{along, line};
  }
  double computed(int line, int along) const {
    const auto [row, col] = at(line, along);
    return seen_.computed(row, col);
  }
  bool is_unwritten(int line, int along) const {
    const auto [row, col] = at(line, along);
    return seen_.is_unwritten(row, col);
  }

 private:
  const WrongElements& seen_;
};

// The value that the program stores at (row, col) according to a hypothesis; nothing if it makes no
// claim.
using Guess = std::function<std::optional<double>(int row, int col)>;

// How often product p is part of each sum.
using Weight = std::function<double(int p)>;

// The value read instead of a[row][p] or b[p][col], for the element of C at (row, col).
using Reads = std::function<double(int row, int col, int p)>;

// The same for both operands: for A `line` is a row and `other` a column, for B the reverse.
struct OperandPlace {
  int line = 0, p = 0;
};
using OperandReads = std::function<OperandPlace(int line, int other, int p)>;

// Whether the guess equals the value found, at every wrong and every right place examined, and
// covers nearly all of them.
bool explains(const WrongElements& seen, const Guess& guess);
bool explains_as_sum(const WrongElements& seen, const Weight& weight);

enum class Belief {
  as_values_tell,  // certain if at least four wrong elements, not all equal, support it
  certain,         // whatever the values are
  uncertain,       // reported if other shapes are certain
  if_repeated,     // reported if a second shape shows it: one alone may be chance
};

class Explanations {
 public:
  explicit Explanations(const WrongElements& seen);

  const WrongElements& seen;

  // `tile` is a width, or distinguishes variants of one cause. Each is kept once.
  void add(Cause cause, int tile = 0, Belief belief = Belief::as_values_tell);

  // The same, if the hypothesis explains everything. Empty reads: reads are correct.
  void try_guess(Cause cause, const Guess& guess, int tile = 0);
  void try_sum(Cause cause, const Weight& weight, int tile = 0);
  void try_reads(Cause cause, const Reads& a, const Reads& b, int tile = 0);

  // Hypotheses that assume a width, for each of these.
  void try_widths(const std::vector<int>& widths, void (*explain)(int width, Explanations& found)) {
    for (const int width : widths) {
      explain(width, *this);
    }
  }

  // Wrong reads of A, of B, and of both.
  template <typename CauseOfMatrix>
  void try_each(CauseOfMatrix cause, const Reads& a, const Reads& b, int tile = 0) {
    for (const Matrix matrix : {Matrix::a, Matrix::b, Matrix::both}) {
      cause.matrix = matrix;
      try_reads(cause, matrix == Matrix::b ? Reads() : a, matrix == Matrix::a ? Reads() : b, tile);
    }
  }
  template <typename CauseOfMatrix>
  void try_each(const CauseOfMatrix& cause, const OperandReads& read, int tile = 0) {
    const auto a = [&](int row, int col, int p) {
      const auto [line, at] = read(row, col, p);
      return seen.a(line, at);
    };
    const auto b = [&](int row, int col, int p) {
      const auto [line, at] = read(col, row, p);
      return seen.b(at, line);
    };
    try_each(cause, a, b, tile);
  }

  template <typename Each>
  bool has_explanation() const {
    return std::ranges::any_of(all_,
                               [](const Explanation& each) { return cause_is<Each>(each.cause); });
  }
  std::vector<Explanation> take() && { return std::move(all_); }

 private:
  bool is_telling_ = false;
  std::vector<Explanation> all_;
};

Stripes stripes_of(const std::vector<bool>& is_in);

// The elements [m, n] with `is_in`, if they form a region with at most `holes` exceptions per 100:
// wrong values may be right by chance.
std::optional<Region> region_of(int m, int n, const std::function<bool(int row, int col)>& is_in,
                                int holes);

bool is_everything(const Region& region);

}  // namespace gemmlab
