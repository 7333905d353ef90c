// Hypotheses about threads that compute several elements of C, and mix them up.
#include "grader/diagnosis/deal.h"
#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

// The outputs are computed in one order, side by side or apart, and stored in the other.
void explain_spread(const Deal& deal, Explanations& found) {
  const WrongElements& is = found.is;
  const Deal other{deal.threads, deal.outputs, !deal.is_adjacent};
  const int tile = deal.tile();
  const auto elsewhere = [&](int index) {  // where the element that is stored there belongs
    const int place = index % tile;
    return index - place + other.place_of(deal.thread_of(place), deal.output_of(place));
  };
  // Threads and outputs may change their parts in this: no numbers of theirs are named.
  const int moved = deal.is_adjacent ? deal.outputs : 1;
  const OutputsMixedUp mixed{OutputsSpread{moved, tile, elsewhere(moved)}};
  const auto attempt = [&](bool rows, bool cols) {
    const auto guess = [&](int row, int col) {
      return is.computed(rows ? elsewhere(row) : row, cols ? elsewhere(col) : col);
    };
    found.try_guess(mixed, guess, tile);
  };
  attempt(true, false);
  attempt(false, true);
  attempt(true, true);
}

// All outputs of a thread along one axis hold one of them, or sums of several.
void explain_alike(const Deal& deal, Axis axis, Explanations& found) {
  const Lines lines(found.is, axis);
  // The same thread's output number `output`, in the place of (row, col).
  const auto computed = [&](int row, int col, int output) {
    return lines.computed(deal.moved(lines.line_of(row, col), output), lines.along(row, col));
  };
  for (int which : {0, deal.outputs - 1}) {
    found.try_guess(
        OutputsAlike{deal.outputs, axis, deal.is_adjacent, which == 0},
        [&](int row, int col) { return computed(row, col, which); }, deal.tile());
  }
  const auto total = [&](int row, int col, int end) {
    double sum = 0;
    for (int output = 0; output < end; ++output) {
      sum += computed(row, col, output);
    }
    return sum;
  };
  found.try_guess(
      OutputsTotalled{deal.outputs},
      [&](int row, int col) { return total(row, col, deal.outputs); }, deal.tile());
  const auto before = [&](int row, int col) {
    return total(row, col, deal.output_of(lines.line_of(row, col) % deal.tile()) + 1);
  };
  found.try_guess(SumNeverReset{deal.outputs}, before, deal.tile());
}

// Each thread's outputs are transposed. Rows and columns may be dealt out to different numbers of
// threads.
void explain_turned(const Deal& rows, const Deal& cols, Explanations& found) {
  const auto turned = [&](int row, int col) {
    return found.is.computed(rows.moved(row, cols.output_of(col % cols.tile())),
                             cols.moved(col, rows.output_of(row % rows.tile())));
  };
  found.try_guess(OutputsMixedUp{OutputsTurned{rows.outputs}}, turned, rows.tile());
}

// One sum for all of C, or for a row of it, that goes on growing.
void explain_one_sum(Explanations& found) {
  const WrongElements& is = found.is;
  for (bool is_of_row : {false, true}) {
    std::vector<double> sums;
    for (int row = 0; row < is.m; ++row) {
      for (int col = 0; col < is.n; ++col) {
        const bool begins = sums.empty() || (is_of_row && col == 0);
        sums.push_back((begins ? 0 : sums.back()) + is.should_be(row, col));
      }
    }
    found.try_guess(SumNeverReset{},
                    [&](int row, int col) { return sums[std::size_t(row) * is.n + col]; });
  }
}

}  // namespace

void explain_by_outputs(Explanations& found) {
  explain_one_sum(found);
  for (int outputs : {2, 4, 8, 16}) {
    for (int threads : found.is.thread_counts()) {
      for (bool is_adjacent : {false, true}) {
        const Deal deal{threads, outputs, is_adjacent};
        if (deal.tile() <= 256) {
          explain_spread(deal, found);
          explain_alike(deal, Axis::row, found);
          explain_alike(deal, Axis::column, found);
        }
      }
      for (int across : found.is.thread_counts()) {
        for (bool is_adjacent : {false, true}) {
          explain_turned({threads, outputs, is_adjacent}, {across, outputs, is_adjacent}, found);
        }
      }
    }
  }
}

}  // namespace gemmlab
