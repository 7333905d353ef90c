// What the hypotheses of a diagnosis look at: some wrong and some right elements of C.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "grader/diagnosis/diagnosis.h"

namespace gemmlab {

struct Place {
  int row = 0, col = 0;
};

class WrongElements {
 public:
  explicit WrongElements(const WrongRun& run);

  const WrongRun& run;
  const int m, n, k;

  float got(int row, int col) const { return run.c[std::size_t(row) * n + col]; }
  double should_be(int row, int col) const { return run.expected.c[std::size_t(row) * n + col]; }
  double a(int row, int p) const { return run.operands.a[std::size_t(row) * k + p]; }
  double b(int p, int col) const { return run.operands.b[std::size_t(p) * n + col]; }
  bool is_wrong(int row, int col) const;
  bool is_unwritten(int row, int col) const { return is_poison(got(row, col)); }

  // How far a guess may be from what was computed: twice what fp32 sums of k products may be off.
  double bound(int row, int col) const;

  // That bound, or less where all sums are whole numbers.
  double exactness(double bound) const;

  // Up to 48 wrong elements that hold a finite value, spread over C; up to 24 right ones.
  const std::vector<Place>& wrong() const { return wrong_; }
  const std::vector<Place>& right() const { return right_; }

  // Widths that tiles may have: those of the program's blocks first, then common ones.
  const std::vector<int>& tiles() const { return tiles_; }

  // Those of them that the part of C which a block computes may have, as its grid is.
  const std::vector<int>& block_tiles() const { return block_tiles_; }

  // How many threads a block may have in a row; those of the program, if its launches are known.
  const std::vector<int>& thread_counts() const { return thread_counts_; }

  // The launch with the most threads, if launches are known.
  const LaunchShape* launch() const;

 private:
  void find_widths();

  std::vector<Place> wrong_, right_;
  std::vector<int> tiles_, block_tiles_, thread_counts_;
};

// What a hypothesis says that the program stores at (row, col); nothing where it says nothing.
using Guess = std::function<std::optional<double>(int row, int col)>;

// Whether the guess is what was found, at every wrong and every right place looked at, and says
// something of nearly all of them.
bool explains(const WrongElements& is, const Guess& guess);

// The same for a guess of which products are in the sum: how often product p is.
using Weight = std::function<double(int p)>;
bool explains_as_sum(const WrongElements& is, const Weight& weight);

// What was found so far. An explanation is certain if four wrong elements or more speak for it,
// and these are not all alike.
class Explanations {
 public:
  explicit Explanations(const WrongElements& is);
  void add(Diagnosis diagnosis, std::string sentence, int tile = 0, bool is_telling = true);
  void add_certain(Diagnosis diagnosis, std::string sentence);         // whatever the values are
  void add_sure(Diagnosis diagnosis, std::string sentence, int tile);  // the same, of a tile
  void add_agreeing(Diagnosis diagnosis, std::string sentence);  // if other shapes are certain
  // What one shape alone may show by chance. `variant` tells several of one diagnosis apart.
  void add_if_repeated(Diagnosis diagnosis, std::string sentence, int variant = 0);
  bool has(Diagnosis diagnosis) const;
  std::vector<Explanation> take() && { return std::move(all_); }

 private:
  bool is_certain_ = false;
  std::vector<Explanation> all_;
};

// The rooms, each with one kind of hypotheses.
void explain_by_products(const WrongElements& is, Explanations& found);  // which are summed up
void explain_by_cut(const WrongElements& is, Explanations& found);       // first or last ones
void explain_by_reading(const WrongElements& is, Explanations& found);   // where operands were read
void explain_by_place(const WrongElements& is, Explanations& found);     // elements at other places
void explain_by_layout(const WrongElements& is, Explanations& found);    // of a thread's outputs
void explain_by_outputs(const WrongElements& is, Explanations& found);   // of one thread
void explain_by_rounding(const WrongElements& is,
                         Explanations& found);                         // precision and plain values
void explain_unwritten(const WrongElements& is, Explanations& found);  // what nobody stored
void explain_by_region(const WrongElements& is, Explanations& found);  // where in C it is wrong

}  // namespace gemmlab
