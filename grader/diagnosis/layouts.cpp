// Hypotheses about how the rows, or columns, of a tile are dealt out to threads: in one way where
// they are summed up, in another where they are stored or read.
#include <fmt/format.h>

#include <algorithm>

#include "grader/diagnosis/deal.h"
#include "grader/diagnosis/elements.h"

namespace gemmlab {
namespace {

// Rows of C, or its columns: one way to look at both.
class Side {
 public:
  Side(const WrongElements& is, bool is_row) : is_(is), is_row_(is_row) {}

  int extent() const { return is_row_ ? is_.m : is_.n; }
  int length() const { return is_row_ ? is_.n : is_.m; }
  const char* noun() const { return is_row_ ? "row" : "column"; }
  double right(int line, int along) const {
    return is_row_ ? is_.should_be(line, along) : is_.should_be(along, line);
  }
  bool is_unwritten(int line, int along) const {
    return is_row_ ? is_.is_unwritten(line, along) : is_.is_unwritten(along, line);
  }
  int line(int row, int col) const { return is_row_ ? row : col; }
  int along(int row, int col) const { return is_row_ ? col : row; }

 private:
  const WrongElements& is_;
  const bool is_row_;
};

// The thread's place along the other side stands where that along this one belongs.
void explain_other_thread(const WrongElements& is,
                          const Deal& rows,
                          const Deal& cols,
                          Explanations& found) {
  const auto from = [&](int row, int col) {
    return row < is.m && col < is.n ? is.should_be(row, col) : 0;
  };
  if (rows.outputs * cols.outputs == 1) {
    return;  // explain_threads knows these
  }
  const auto other_col = [&](int row, int col) {
    const int place = col % cols.tile();
    return col - place +
           cols.place_of(rows.thread_of(row % rows.tile()) % cols.threads, cols.output_of(place));
  };
  const auto other_row = [&](int row, int col) {
    const int place = row % rows.tile();
    return row - place +
           rows.place_of(cols.thread_of(col % cols.tile()) % rows.threads, rows.output_of(place));
  };
  if (explains(is, [&](int row, int col) { return from(row, other_col(row, col)); })) {
    found.add(Diagnosis::threads_swapped,
              fmt::format("B's columns are chosen by the thread's place among the rows (of {} rows "
                          "each), instead of its place among the columns: look at which thread "
                          "index B's elements are read with, in the products.",
                          rows.outputs),
              cols.tile());
  }
  if (explains(is, [&](int row, int col) { return from(other_row(row, col), col); })) {
    found.add(Diagnosis::threads_swapped,
              fmt::format("A's rows are chosen by the thread's place among the columns (of {} "
                          "columns each), instead of its place among the rows: look at which "
                          "thread index A's elements are read with, in the products.",
                          cols.outputs),
              rows.tile());
  }
}

// A thread's outputs are read from, or summed up for, lines that lie `step` from thread to thread.
void explain_step(const WrongElements& is,
                  const Side& side,
                  const Deal& deal,
                  Explanations& found) {
  for (int step : {0, 1, 2, 4, 8, 16}) {
    if (!deal.is_adjacent || step == deal.outputs) {
      continue;
    }
    const auto guess = [&](int row, int col) -> std::optional<double> {
      const int line = side.line(row, col), place = line % deal.tile();
      const int in_tile = deal.thread_of(place) * step + deal.output_of(place);
      const int other = line - place + in_tile;
      if (in_tile >= deal.tile()) {
        return std::nullopt;
      }
      return other < side.extent() ? side.right(other, side.along(row, col)) : 0;
    };
    if (explains(is, guess)) {
      found.add(Diagnosis::outputs_mixed_up,
                fmt::format("Of every {3} {0}s of C, {0} thread * {1} + i holds what belongs to "
                            "{0} thread * {2} + i: the number of {0}s that a thread has is {1} "
                            "where they are stored, and {2} where they are summed up.",
                            side.noun(), deal.outputs, step, deal.tile()),
                deal.tile());
    }
  }
}

// One block stores thread t's outputs from t * step on, where they belong from t * outputs on.
void explain_spread(const WrongElements& is, const Side& side, int outputs, Explanations& found) {
  for (int step : {2, 4, 8, 16, 32}) {
    if (step <= outputs || side.extent() <= outputs) {
      continue;
    }
    bool is_so = true;
    for (int line = 0; line < side.extent() && is_so; ++line) {
      for (int along = 0; along < side.length() && is_so; ++along) {
        is_so = side.is_unwritten(line, along) == (line % step >= outputs);
      }
    }
    const auto guess = [&](int row, int col) {
      const int line = side.line(row, col);
      return side.right(line / step * outputs + line % step, side.along(row, col));
    };
    const bool keeps_right = std::all_of(is.right().begin(), is.right().end(), [&](Place at) {
      return is_close(is.got(at.row, at.col), guess(at.row, at.col), is.bound(at.row, at.col));
    });
    if (is_so && keeps_right && (is.wrong().empty() || explains(is, guess))) {
      const std::string sentence = fmt::format(
          "{0} thread * {1} + i of C holds what belongs to {0} thread * {2} + i, and the {0}s "
          "between are not written: the number of {0}s that a thread has is {1} where they are "
          "stored, and {2} where they are summed up.",
          side.noun(), step, outputs);
      const std::string start = side.noun()[0] == 'r' ? "R" : "C";
      const int variant = step * 1000 + outputs;
      is.wrong().empty()
          ? found.add_if_repeated(Diagnosis::outputs_mixed_up, start + sentence.substr(1), variant)
          : found.add(Diagnosis::outputs_mixed_up, start + sentence.substr(1), variant);
    }
  }
}

// The line whose right elements line `line` of C holds; -1: none, or more than one.
int origin_of(const WrongElements& is, const Side& side, bool is_row, int line) {
  int origin = -1;
  for (int other = 0; other < side.extent(); ++other) {
    bool is_that = true;
    for (int along = 0; along < side.length() && is_that; ++along) {
      const int row = is_row ? line : along, col = is_row ? along : line;
      is_that = is_close(is.got(row, col), side.right(other, along), is.bound(row, col));
    }
    if (is_that && origin >= 0) {
      return -1;
    }
    origin = is_that ? other : origin;
  }
  return origin;
}

// Whole rows, or columns, lie in each other's places, whatever the rule is.
void explain_moved_lines(const WrongElements& is, bool is_row, Explanations& found) {
  constexpr int kLines = 160,
                kLength = 4;  // as many for the time it takes; as few tell lines apart
  const Side side(is, is_row);
  if (side.extent() > kLines || side.length() < kLength) {
    return;
  }
  std::vector<int> origins(side.extent(), -2);
  std::string examples;
  int moved = 0;
  for (const auto [row, col] : is.wrong()) {
    const int line = side.line(row, col);
    if (origins[line] == -2) {
      origins[line] = origin_of(is, side, is_row, line);
      if (origins[line] < 0 || origins[line] == line) {
        return;  // a line in its own place is not moved, however little it is off
      }
      if (++moved <= 2) {
        examples += fmt::format("{}{} {} of C holds what belongs to {} {}", moved == 1 ? "" : ", ",
                                side.noun(), line, side.noun(), origins[line]);
      }
    }
  }
  if (moved >= 3) {
    examples[0] = is_row ? 'R' : 'C';
    found.add(Diagnosis::outputs_mixed_up,
              fmt::format("{0}, and so on: the {1}s that a thread sums up are not those that it "
                          "stores. Compare the two {1} indices.",
                          examples, side.noun()));
  }
}

}  // namespace

void explain_by_layout(const WrongElements& is, Explanations& found) {
  for (int outputs : {1, 2, 4, 8, 16}) {
    for (bool is_row : {true, false}) {
      explain_spread(is, Side(is, is_row), outputs, found);
    }
  }
  if (is.wrong().empty()) {
    return;
  }
  for (int threads : {4, 8, 16, 32}) {
    for (int rows : {1, 2, 4, 8}) {
      for (int cols : {1, 2, 4, 8}) {
        for (bool is_adjacent : {true, false}) {
          explain_other_thread(is, {threads, rows, is_adjacent}, {threads, cols, is_adjacent},
                               found);
        }
      }
      for (bool is_row : {true, false}) {
        explain_step(is, Side(is, is_row), {threads, rows, true}, found);
      }
    }
  }
  for (bool is_row : {true, false}) {
    explain_moved_lines(is, is_row, found);
  }
}

}  // namespace gemmlab
