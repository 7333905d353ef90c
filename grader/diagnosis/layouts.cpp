// Hypotheses about how the rows, or columns, of a tile are dealt out to threads: in one way where
// they are summed up, in another where they are stored or read.
#include <algorithm>

#include "grader/diagnosis/deal.h"
#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

// The thread's place along the other side stands where that along this one belongs.
void explain_other_thread(const Deal& rows, const Deal& cols, Explanations& found) {
  if (rows.outputs * cols.outputs == 1) {
    return;  // the hypotheses on reading know these
  }
  // The line with the same output of the thread of another line on the other side.
  const auto moved = [](const Deal& deal, int line, const Deal& other, int other_line) {
    const int place = line % deal.tile();
    const int thread = other.thread_of(other_line % other.tile()) % deal.threads;
    return line - place + deal.place_of(thread, deal.output_of(place));
  };
  found.try_guess(
      ThreadsSwapped{.matrix = Matrix::b, .tile = cols.tile(), .outputs = rows.outputs},
      [&](int row, int col) { return found.is.computed(row, moved(cols, col, rows, row)); },
      cols.tile());
  found.try_guess(
      ThreadsSwapped{.matrix = Matrix::a, .tile = rows.tile(), .outputs = cols.outputs},
      [&](int row, int col) { return found.is.computed(moved(rows, row, cols, col), col); },
      rows.tile());
}

// A thread's outputs are read from, or summed up for, lines that lie `step` from thread to thread.
void explain_step(const Lines& lines, const Deal& deal, Explanations& found) {
  for (int step : {0, 1, 2, 4, 8, 16}) {
    const auto guess = [&](int row, int col) -> std::optional<double> {
      const int line = lines.line_of(row, col), place = line % deal.tile();
      const int in_tile = deal.thread_of(place) * step + deal.output_of(place);
      if (in_tile >= deal.tile()) {
        return std::nullopt;
      }
      return lines.computed(line - place + in_tile, lines.along(row, col));
    };
    if (step != deal.outputs) {
      found.try_guess(OutputsMixedUp{OutputsCounted{lines.axis, deal.outputs, step, deal.tile()}},
                      guess, deal.tile());
    }
  }
}

// Whether of every `step` lines the first `outputs` are written, and no other.
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

// One block stores thread t's outputs from t * step on, where they belong from t * outputs on.
void explain_spread(const Lines& lines, int outputs, Explanations& found) {
  const WrongElements& is = found.is;
  for (int step : {2, 4, 8, 16, 32}) {
    if (step <= outputs || lines.extent() <= outputs || !is_written_so(lines, step, outputs)) {
      continue;
    }
    const auto guess = [&](int row, int col) {
      const int line = lines.line_of(row, col);
      return lines.computed(line / step * outputs + line % step, lines.along(row, col));
    };
    const bool keeps_right = std::all_of(is.right().begin(), is.right().end(), [&](Cell at) {
      return is_close(is.got(at.row, at.col), guess(at.row, at.col), is.bound(at.row, at.col));
    });
    if (keeps_right && (is.wrong().empty() || explains(is, guess))) {
      found.add(OutputsMixedUp{OutputsCounted{lines.axis, step, outputs}}, step * 1000 + outputs,
                is.wrong().empty() ? Belief::if_repeated : Belief::as_values_tell);
    }
  }
}

// The line whose right elements line `line` of C holds; -1: none, or more than one.
int origin_of(const WrongElements& is, const Lines& lines, int line) {
  int origin = -1;
  for (int other = 0; other < lines.extent(); ++other) {
    bool is_that = true;
    for (int along = 0; along < lines.length() && is_that; ++along) {
      const auto [row, col] = lines.at(line, along);
      is_that = is_close(is.got(row, col), lines.computed(other, along), is.bound(row, col));
    }
    if (is_that && origin >= 0) {
      return -1;
    }
    origin = is_that ? other : origin;
  }
  return origin;
}

// Whole rows, or columns, lie in each other's places, whatever the rule is.
void explain_moved_lines(const Lines& lines, Explanations& found) {
  constexpr int kLines = 160;  // as many for the time it takes
  constexpr int kLength = 4;   // as few tell lines apart
  if (lines.extent() > kLines || lines.length() < kLength) {
    return;
  }
  std::vector<bool> is_known(lines.extent());
  std::vector<MovedLine> moved;
  for (const auto [row, col] : found.is.wrong()) {
    const int line = lines.line_of(row, col);
    if (!is_known[line]) {
      is_known[line] = true;
      moved.push_back({line, origin_of(found.is, lines, line)});
      if (moved.back().origin < 0 || moved.back().origin == line) {
        return;  // a line in its own place is not moved, however little it is off
      }
    }
  }
  if (moved.size() >= 3) {
    moved.resize(2);  // as examples
    found.add(OutputsMixedUp{LinesMoved{lines.axis, moved}});
  }
}

}  // namespace

void explain_by_layout(Explanations& found) {
  const Lines rows(found.is, Axis::row), cols(found.is, Axis::column);
  for (int outputs : {1, 2, 4, 8, 16}) {
    explain_spread(rows, outputs, found);
    explain_spread(cols, outputs, found);
  }
  if (found.is.wrong().empty()) {
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
