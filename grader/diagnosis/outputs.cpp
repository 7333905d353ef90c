#include "grader/diagnosis/outputs.h"

#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

// Thread t has outputs t * outputs, t * outputs + 1, ... of a side of a tile (adjacent), or t, t +
// threads, ... (apart).
struct Deal {
  int threads = 0, outputs = 0;
  bool is_adjacent = false;

  int tile() const { return threads * outputs; }
  int thread_of(int place) const { return is_adjacent ? place / outputs : place % threads; }
  int output_of(int place) const { return is_adjacent ? place % outputs : place / threads; }
  int place_of(int thread, int output) const {
    return is_adjacent ? thread * outputs + output : thread + output * threads;
  }

  // The line of C of another output of the thread that has `line`.
  int moved(int line, int output) const {
    const int place = line % tile();
    return line - place + place_of(thread_of(place), output);
  }
};

// The outputs are computed in one order, adjacent or apart, and stored in the other.
void explain_spread(const Deal& deal, Explanations& found) {
  const WrongElements& seen = found.seen;
  const Deal other{deal.threads, deal.outputs, !deal.is_adjacent};
  const int tile = deal.tile();
  const auto elsewhere = [&](int index) {  // the correct place of the element stored there
    const int place = index % tile;
    return index - place + other.place_of(deal.thread_of(place), deal.output_of(place));
  };
  // Threads and outputs may be exchanged here, so the fact names no numbers of them.
  const int moved = deal.is_adjacent ? deal.outputs : 1;
  const OutputsMixedUp mixed{OutputsSpread{moved, tile, elsewhere(moved)}};
  const int deals_alike = tile * 1000 + elsewhere(1);  // a small C does not tell them from others
  for (const auto& [rows, cols] : {std::pair(true, false), {false, true}, {true, true}}) {
    const auto guess = [&, rows = rows, cols = cols](int row, int col) {
      return seen.computed(rows ? elsewhere(row) : row, cols ? elsewhere(col) : col);
    };
    found.try_guess(mixed, guess, deals_alike);
  }
}

// All outputs of a thread along one axis hold the value of one of them, or sums of several.
void explain_alike(const Deal& deal, Axis axis, Explanations& found) {
  const Lines lines(found.seen, axis);
  // Output number `output` of the same thread, instead of (row, col).
  const auto computed = [&](int row, int col, int output) {
    return lines.computed(deal.moved(lines.line_of(row, col), output), lines.along(row, col));
  };
  for (int which : {0, deal.outputs - 1}) {
    found.try_guess(
        OutputsAlike{deal.outputs, axis, deal.is_adjacent, which == 0},
        [&](int row, int col) { return computed(row, col, which); }, deal.tile());
  }
  const auto total = [&](int row, int col, int end) {
    return sum_of(end, [&](int output) { return computed(row, col, output); });
  };
  found.try_guess(
      OutputsTotalled{deal.outputs},
      [&](int row, int col) { return total(row, col, deal.outputs); }, deal.tile());
  const auto before = [&](int row, int col) {
    return total(row, col, deal.output_of(lines.line_of(row, col) % deal.tile()) + 1);
  };
  found.try_guess(SumNeverReset{deal.outputs}, before, deal.tile());
}

// Each thread's outputs are transposed. Rows and columns may be distributed among different numbers
// of threads.
void explain_turned(const Deal& rows, const Deal& cols, Explanations& found) {
  const auto turned = [&](int row, int col) {
    return found.seen.computed(rows.moved(row, cols.output_of(col % cols.tile())),
                               cols.moved(col, rows.output_of(row % rows.tile())));
  };
  found.try_guess(OutputsMixedUp{OutputsTurned{rows.outputs}}, turned, rows.tile());
}

// One sum for all of C, or for a row of it, that keeps growing.
void explain_one_sum(Explanations& found) {
  const WrongElements& seen = found.seen;
  for (bool is_of_row : {false, true}) {
    std::vector<double> sums;
    for (int row = 0; row < seen.m; ++row) {
      for (int col = 0; col < seen.n; ++col) {
        const bool begins = sums.empty() || (is_of_row && col == 0);
        sums.push_back((begins ? 0 : sums.back()) + seen.should_be(row, col));
      }
    }
    found.try_guess(SumNeverReset{},
                    [&](int row, int col) { return sums[std::size_t(row) * seen.n + col]; });
  }
}

// The thread's position along the other side is used instead of the one along this side.
void explain_other_thread(const Deal& rows, const Deal& cols, Explanations& found) {
  if (rows.outputs * cols.outputs == 1) {
    return;  // the hypotheses about reading cover these
  }
  // The line with the same output, for the thread of another line on the other side.
  const auto moved = [](const Deal& deal, int line, const Deal& other, int other_line) {
    const int place = line % deal.tile();
    const int thread = other.thread_of(other_line % other.tile()) % deal.threads;
    return line - place + deal.place_of(thread, deal.output_of(place));
  };
  found.try_guess(
      ThreadsSwapped{.matrix = Matrix::b, .tile = cols.tile(), .outputs = rows.outputs},
      [&](int row, int col) { return found.seen.computed(row, moved(cols, col, rows, row)); },
      cols.tile());
  found.try_guess(
      ThreadsSwapped{.matrix = Matrix::a, .tile = rows.tile(), .outputs = cols.outputs},
      [&](int row, int col) { return found.seen.computed(moved(rows, row, cols, col), col); },
      rows.tile());
}

// A thread's outputs are read from, or added for, lines with distance `step` from thread to thread.
void explain_step(const Lines& lines, const Deal& deal, Explanations& found) {
  for (int step : {0, 1, 2, 4, 8, 16}) {
    const auto guess = [&](int row, int col) -> std::optional<double> {
      const int line = lines.line_of(row, col), place = line % deal.tile();
      const int in_tile = deal.thread_of(place) * step + deal.output_of(place);
      return in_tile >= deal.tile()
                 ? std::nullopt
                 : std::optional(lines.computed(line - place + in_tile, lines.along(row, col)));
    };
    if (step != deal.outputs) {
      found.try_guess(OutputsMixedUp{OutputsCounted{lines.axis, deal.outputs, step, deal.tile()}},
                      guess, deal.tile());
    }
  }
}

// Whether exactly the first `outputs` of every `step` lines are written.
bool is_written_so(const Lines& lines, int step, int outputs) {
  for (int line = 0; line < lines.extent(); ++line) {
    for (int along = 0; along < lines.length(); ++along) {
      if (lines.is_unwritten(line, along) != (line % step >= outputs)) {
        return false;
      }
    }
  }
  return true;
}

// One block stores thread t's outputs at t * step and following, instead of t * outputs and
// following.
void explain_gaps(const Lines& lines, int outputs, Explanations& found) {
  const WrongElements& seen = found.seen;
  for (int step : {2, 4, 8, 16, 32}) {
    if (step <= outputs || lines.extent() <= outputs || !is_written_so(lines, step, outputs)) {
      continue;
    }
    const auto guess = [&](int row, int col) {
      const int line = lines.line_of(row, col);
      return lines.computed(line / step * outputs + line % step, lines.along(row, col));
    };
    const bool keeps_right = std::ranges::all_of(seen.right, [&](Cell at) {
      return is_close(seen.got(at.row, at.col), guess(at.row, at.col), seen.bound(at.row, at.col));
    });
    if (keeps_right && (seen.wrong.empty() || explains(seen, guess))) {
      found.add(OutputsMixedUp{OutputsCounted{lines.axis, step, outputs}}, step * 1000 + outputs,
                seen.wrong.empty() ? Belief::if_repeated : Belief::as_values_tell);
    }
  }
}

// The line whose correct elements line `line` of C holds; -1: none, or more than one.
int origin_of(const WrongElements& seen, const Lines& lines, int line) {
  int origin = -1;
  for (int other = 0; other < lines.extent(); ++other) {
    bool is_that = true;
    for (int along = 0; along < lines.length() && is_that; ++along) {
      const auto [row, col] = lines.at(line, along);
      is_that = is_close(seen.got(row, col), lines.computed(other, along), seen.bound(row, col));
    }
    if (is_that && origin >= 0) {
      return -1;
    }
    origin = is_that ? other : origin;
  }
  return origin;
}

// Whole rows or columns are stored in each other's places, whatever the rule.
void explain_moved_lines(const Lines& lines, Explanations& found) {
  constexpr int kLines = 160;  // limited because of the time it takes
  constexpr int kLength = 4;   // enough to distinguish lines
  if (lines.extent() > kLines || lines.length() < kLength) {
    return;
  }
  std::vector<bool> is_known(lines.extent());
  std::vector<MovedLine> moved;
  for (const auto [row, col] : found.seen.wrong) {
    const int line = lines.line_of(row, col);
    if (!is_known[line]) {
      is_known[line] = true;
      moved.push_back({line, origin_of(found.seen, lines, line)});
      if (moved.back().origin < 0 || moved.back().origin == line) {
        return;  // a line at its own place has not moved, even if its values are slightly off
      }
    }
  }
  if (moved.size() >= 3) {
    moved.resize(2);  // as examples
    found.add(OutputsMixedUp{LinesMoved{lines.axis, moved}});
  }
}

}  // namespace

void explain_by_outputs(Explanations& found) {
  explain_one_sum(found);
  for (int outputs : {2, 4, 8, 16}) {
    for (int threads : found.seen.thread_counts) {
      for (bool is_adjacent : {false, true}) {
        const Deal deal{threads, outputs, is_adjacent};
        if (deal.tile() <= 256) {
          explain_spread(deal, found);
          explain_alike(deal, Axis::row, found);
          explain_alike(deal, Axis::column, found);
        }
      }
      for (int across : found.seen.thread_counts) {
        for (bool is_adjacent : {false, true}) {
          explain_turned({threads, outputs, is_adjacent}, {across, outputs, is_adjacent}, found);
        }
      }
    }
  }
}

void explain_by_layout(Explanations& found) {
  const Lines rows(found.seen, Axis::row), cols(found.seen, Axis::column);
  for (int outputs : {1, 2, 4, 8, 16}) {
    explain_gaps(rows, outputs, found);
    explain_gaps(cols, outputs, found);
  }
  if (found.seen.wrong.empty()) {
    return;
  }
  for (int threads : {4, 8, 16, 32}) {
    for (int outputs : {1, 2, 4, 8}) {
      for (int others : {1, 2, 4, 8}) {
        for (bool is_adjacent : {true, false}) {
          explain_other_thread({threads, outputs, is_adjacent}, {threads, others, is_adjacent},
                               found);
        }
      }
      explain_step(rows, {threads, outputs, true}, found);
      explain_step(cols, {threads, outputs, true}, found);
    }
  }
  explain_moved_lines(rows, found);
  explain_moved_lines(cols, found);
}

}  // namespace gemmlab
