// Tries a hypothesis about which elements of A and B a program multiplies.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>

#include "grader/diagnosis/elements.h"

namespace gemmlab {

// What is read in the place of a[row][p] or b[p][col], for the element of C at (row, col). What
// lies outside of the matrix counts as 0, as guarded loads have it.
using Reads = std::function<double(int row, int col, int p)>;

struct Hypothesis {
  Diagnosis diagnosis;
  std::string sentence;
  Reads a = {}, b = {};  // empty: as it should be
  int tile = 0;
};

class Reader {
 public:
  explicit Reader(const WrongElements& is) : is_(is) {}

  double a(int row, int p) const {
    return row >= 0 && row < is_.m && p >= 0 && p < is_.k ? is_.a(row, p) : 0;
  }
  double b(int p, int col) const {
    return p >= 0 && p < is_.k && col >= 0 && col < is_.n ? is_.b(p, col) : 0;
  }
  double in_a(std::size_t index) const { return in(is_.run.operands.a, index); }
  double in_b(std::size_t index) const { return in(is_.run.operands.b, index); }

  // Both operands, and each alone: the sentence is a format that takes what is affected.
  void try_all(Explanations& found,
               Diagnosis diagnosis,
               const std::string& of_a,
               const std::string& of_b,
               const std::string& of_both,
               const Reads& a,
               const Reads& b,
               int tile = 0) const {
    attempt(found, {diagnosis, of_a, a, {}, tile});
    attempt(found, {diagnosis, of_b, {}, b, tile});
    attempt(found, {diagnosis, of_both, a, b, tile});
  }

  void attempt(Explanations& found, const Hypothesis& hypothesis) const {
    if (explains(is_, [&](int row, int col) {
          double sum = 0;
          for (int p = 0; p < is_.k; ++p) {
            sum += (hypothesis.a ? hypothesis.a(row, col, p) : is_.a(row, p)) *
                   (hypothesis.b ? hypothesis.b(row, col, p) : is_.b(p, col));
          }
          return sum;
        })) {
      found.add(hypothesis.diagnosis, hypothesis.sentence, hypothesis.tile);
    }
  }

 private:
  static double in(const std::vector<float>& matrix, std::size_t index) {
    return index < matrix.size() ? matrix[index] : 0;
  }

  const WrongElements& is_;
};

// Each adds to `found` what agrees with the run. Of tiles of k, of the threads of a block, and of
// the blocks: `tile` is a width.
void explain_phases(const WrongElements& is, const Reader& from, int tile, Explanations& found);
void explain_steps(const WrongElements& is, const Reader& from, int tile, Explanations& found);
void explain_threads(const Reader& from, int tile, Explanations& found);
void explain_blocks(const Reader& from, int tile, Explanations& found);

}  // namespace gemmlab
