// Tests hypotheses on wrong elements, and keeps those that agree with all of them.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"
#include "grader/diagnosis/diagnosis.h"
#include "grader/diagnosis/wrong_elements.h"

namespace gemmlab {

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
bool explains(const WrongElements& is, const Guess& guess);
bool explains_as_sum(const WrongElements& is, const Weight& weight);

enum class Belief {
  as_values_tell,  // certain if at least four wrong elements, not all equal, support it
  certain,         // whatever the values are
  uncertain,       // reported if other shapes are certain
  if_repeated,     // reported if a second shape shows it: one alone may be chance
};

class Explanations {
 public:
  explicit Explanations(const WrongElements& is);

  const WrongElements& is;

  // `tile` is a width, or distinguishes variants of one cause. Each is kept once.
  void add(Cause cause, int tile = 0, Belief belief = Belief::as_values_tell);

  // The same, if the hypothesis explains everything. Empty reads: reads are correct.
  void try_guess(Cause cause, const Guess& guess, int tile = 0);
  void try_sum(Cause cause, const Weight& weight, int tile = 0);
  void try_reads(Cause cause, const Reads& a, const Reads& b, int tile = 0);

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
      return is.a(line, at);
    };
    const auto b = [&](int row, int col, int p) {
      const auto [line, at] = read(col, row, p);
      return is.b(at, line);
    };
    try_each(cause, a, b, tile);
  }

  template <typename Each>
  bool has() const {
    return std::ranges::any_of(
        all_, [](const Explanation& each) { return gemmlab::is<Each>(each.cause); });
  }
  std::vector<Explanation> take() && { return std::move(all_); }

 private:
  bool is_telling_ = false;
  std::vector<Explanation> all_;
};

// Each function adds the explanations of one kind that agree with the run.
void explain_by_products(Explanations& found);  // which products are added
void explain_by_reading(Explanations& found);   // where operands were read
void explain_by_place(Explanations& found);     // elements at wrong places
void explain_by_layout(Explanations& found);    // layout of a thread's outputs
void explain_by_outputs(Explanations& found);   // outputs of one thread
void explain_by_rounding(Explanations& found);  // precision and constant values
void explain_unwritten(Explanations& found);    // what was never stored
void explain_by_region(Explanations& found);    // which part of C is wrong

Stripes stripes_of(const std::vector<bool>& is_in);

// The elements [m, n] with `is_in`, if they form a region with at most `holes` exceptions per 100:
// wrong values may be right by chance.
std::optional<Region> region_of(int m, int n, const std::function<bool(int row, int col)>& is_in,
                                int holes);

bool is_everything(const Region& region);

}  // namespace gemmlab
