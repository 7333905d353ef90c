// Hypotheses about threads that compute several elements of C, and mix them up.
#include <fmt/format.h>

#include "grader/diagnosis/deal.h"
#include "grader/diagnosis/elements.h"

namespace gemmlab {
namespace {

class Outputs {
 public:
  Outputs(const WrongElements& is, const Deal& deal, Explanations& found)
      : is_(is), deal_(deal), found_(found) {}

  void explain() {
    const Deal other{deal_.threads, deal_.outputs, !deal_.is_adjacent};
    const int tile = deal_.tile();
    const auto elsewhere = [&](int index) {  // where the element that is stored there belongs
      const int place = index % tile;
      return index - place + other.place_of(deal_.thread_of(place), deal_.output_of(place));
    };
    // Threads and outputs may change their parts in this: no numbers of theirs are named.
    const int moved = deal_.is_adjacent ? deal_.outputs : 1;
    const std::string mixed = fmt::format(
        "The outputs of each thread are stored in other places than those they were computed for, "
        "adjacent in one and apart in the other: place {} of every {} holds what belongs to place "
        "{}. Use the same index for both.",
        moved, tile, elsewhere(moved));
    attempt(Diagnosis::outputs_mixed_up, mixed,
            [&](int row, int col) { return at(elsewhere(row), col); });
    attempt(Diagnosis::outputs_mixed_up, mixed,
            [&](int row, int col) { return at(row, elsewhere(col)); });
    attempt(Diagnosis::outputs_mixed_up, mixed,
            [&](int row, int col) { return at(elsewhere(row), elsewhere(col)); });
    for (bool is_row : {true, false}) {
      explain_alike(is_row);
      explain_sums(is_row);
    }
  }

 private:
  // What is computed for (row, col): 0 outside of C, where guarded loads give just that.
  double at(int row, int col) const {
    const bool inside = row < is_.m && col < is_.n;
    return inside ? is_.should_be(row, col) : 0;
  }

  void attempt(Diagnosis diagnosis, const std::string& sentence, const Guess& guess) {
    if (explains(is_, guess)) {
      found_.add(diagnosis, sentence, deal_.tile());
    }
  }

  // The index of the same thread's output number `output`.
  int output(int index, int output) const {
    const int place = index % deal_.tile();
    return index - place + deal_.place_of(deal_.thread_of(place), output);
  }
  int number(int index) const { return deal_.output_of(index % deal_.tile()); }

  void explain_alike(bool is_row) {
    for (int which : {0, deal_.outputs - 1}) {
      attempt(
          Diagnosis::outputs_alike,
          fmt::format("All {} outputs of a thread, {} one {}, hold the value of its {} one: "
                      "the output's number is missing in an index.",
                      deal_.outputs, deal_.is_adjacent ? "next to each other in" : "spread over",
                      is_row ? "column" : "row", which == 0 ? "first" : "last"),
          [&](int row, int col) {
            return is_row ? at(output(row, which), col) : at(row, output(col, which));
          });
    }
  }

  void explain_sums(bool is_row) {
    const auto total = [&](int row, int col, int end) {
      double sum = 0;
      for (int o = 0; o < end; ++o) {
        sum += is_row ? at(output(row, o), col) : at(row, output(col, o));
      }
      return sum;
    };
    attempt(Diagnosis::outputs_totalled,
            fmt::format("All {} outputs of a thread hold their total: they share one sum. Each "
                        "output needs a sum of its own.",
                        deal_.outputs),
            [&](int row, int col) { return total(row, col, deal_.outputs); });
    attempt(Diagnosis::sum_never_reset,
            fmt::format("Each output of a thread holds the sums of those before it, too: the sum "
                        "is not set to 0 for each of the {}.",
                        deal_.outputs),
            [&](int row, int col) { return total(row, col, number(is_row ? row : col) + 1); });
  }

  const WrongElements& is_;
  const Deal deal_;
  Explanations& found_;
};

// Each thread's outputs are transposed. Rows and columns may be dealt out to different numbers of
// threads.
void explain_swapped(const WrongElements& is,
                     const Deal& rows,
                     const Deal& cols,
                     Explanations& found) {
  const auto moved = [](const Deal& deal, int index, int output) {
    const int place = index % deal.tile();
    return index - place + deal.place_of(deal.thread_of(place), output);
  };
  const bool agrees = explains(is, [&](int row, int col) {
    const int r = moved(rows, row, cols.output_of(col % cols.tile()));
    const int c = moved(cols, col, rows.output_of(row % rows.tile()));
    return r < is.m && c < is.n ? is.should_be(r, c) : 0;  // 0: what guarded loads give there
  });
  if (agrees) {
    found.add(Diagnosis::outputs_mixed_up,
              fmt::format("The {0} x {0} outputs of each thread are transposed: sum [i][j] belongs "
                          "to the thread's i-th row and j-th column. Look at what i and j index "
                          "in the product and in the store.",
                          rows.outputs),
              rows.tile());
  }
}

// One sum for all of C, or for a row of it, that goes on growing.
void explain_one_sum(const WrongElements& is, Explanations& found) {
  std::vector<double> in_all(std::size_t(is.m) * is.n), in_row(in_all.size());
  double all = 0;
  for (int row = 0; row < is.m; ++row) {
    double sum = 0;
    for (int col = 0; col < is.n; ++col) {
      in_all[std::size_t(row) * is.n + col] = all += is.should_be(row, col);
      in_row[std::size_t(row) * is.n + col] = sum += is.should_be(row, col);
    }
  }
  for (const auto* sums : {&in_all, &in_row}) {
    if (explains(is, [&](int row, int col) { return (*sums)[std::size_t(row) * is.n + col]; })) {
      found.add(Diagnosis::sum_never_reset,
                "Each element holds the sums of those before it, too: the sum is not set to 0 for "
                "each element.");
    }
  }
}

}  // namespace

void explain_by_outputs(const WrongElements& is, Explanations& found) {
  explain_one_sum(is, found);
  for (int outputs : {2, 4, 8, 16}) {
    for (int threads : is.thread_counts()) {
      if (outputs * threads <= 256) {
        Outputs(is, {threads, outputs, false}, found).explain();
        Outputs(is, {threads, outputs, true}, found).explain();
      }
      for (int across : is.thread_counts()) {
        for (bool is_adjacent : {false, true}) {
          explain_swapped(is, {threads, outputs, is_adjacent}, {across, outputs, is_adjacent},
                          found);
        }
      }
    }
  }
}

}  // namespace gemmlab
