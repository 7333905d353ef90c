// Tries hypotheses on wrong elements, and keeps those that agree with all of them.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "grader/diagnosis/explanation.h"
#include "grader/diagnosis/wrong_elements.h"

namespace gemmlab {

// What a hypothesis says that the program stores at (row, col); nothing where it says nothing.
using Guess = std::function<std::optional<double>(int row, int col)>;

// How often product p is in each sum.
using Weight = std::function<double(int p)>;

// What is read in the place of a[row][p] or b[p][col], for the element of C at (row, col).
using Reads = std::function<double(int row, int col, int p)>;

// The same of either operand alike: for A `line` is a row and `other` a column, for B the other way
// round.
struct OperandPlace {
  int line = 0, p = 0;
};
using OperandReads = std::function<OperandPlace(int line, int other, int p)>;

// Whether the guess is what was found, at every wrong and every right place looked at, and says
// something of nearly all of them.
bool explains(const WrongElements& is, const Guess& guess);
bool explains_as_sum(const WrongElements& is, const Weight& weight);

enum class Belief {
  as_values_tell,  // certain if four wrong elements or more speak for it, not all alike
  certain,         // whatever the values are
  uncertain,       // said if other shapes are certain
  if_repeated,     // said if a second shape shows it: one alone may by chance
};

class Explanations {
 public:
  explicit Explanations(const WrongElements& is);

  const WrongElements& is;

  // `tile` is a width, or tells several variants of one cause apart. Each is kept once.
  void add(Cause cause, int tile = 0, Belief belief = Belief::as_values_tell);

  // The same, if the hypothesis explains all. Empty reads: as it should be.
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
    return std::any_of(all_.begin(), all_.end(),
                       [](const Explanation& each) { return gemmlab::is<Each>(each.cause); });
  }
  std::vector<Explanation> take() && { return std::move(all_); }

 private:
  bool is_telling_ = false;
  std::vector<Explanation> all_;
};

// Each adds what agrees with the run, of one kind of hypotheses.
void explain_by_products(Explanations& found);  // which are summed up
void explain_by_reading(Explanations& found);   // where operands were read
void explain_by_place(Explanations& found);     // elements at other places
void explain_by_layout(Explanations& found);    // of a thread's outputs
void explain_by_outputs(Explanations& found);   // of one thread
void explain_by_rounding(Explanations& found);  // precision and plain values
void explain_unwritten(Explanations& found);    // what nobody stored
void explain_by_region(Explanations& found);    // where in C it is wrong

}  // namespace gemmlab
