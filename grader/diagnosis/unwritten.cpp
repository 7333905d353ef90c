// Hypotheses from where in C nothing was stored.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "grader/diagnosis/elements.h"
#include "grader/diagnosis/region.h"

namespace gemmlab {
namespace {

using Kind = Stripes::Kind;

constexpr const char* kOutputsNotStored =
    "the same outputs of every thread are not stored. Look at the loop over a thread's outputs, "
    "and at how far they are apart.";

constexpr const char* kPartialTiles =
    "that is what no whole tile covers. Either a number of blocks or rounds is rounded down, or "
    "the "
    "store leaves out what is no whole tile.";

constexpr const char* kPartNotWritten =
    "nobody computes that part, or the condition around the store excludes it. Look at how many "
    "blocks or rounds there are, and at that condition.";

std::string unwritten_words(const WrongElements& is, const Region& region) {
  return named(region, is.m, is.n, " and ") +
         (is_one_line(region) ? " was never written: " : " were never written: ");
}

// A direction in which C is cut off: how far the program came, and how it was launched.
struct Cut {
  int done = 0, extent = 0;
  int blocks = 0, threads = 0;  // 0: not known
  const char* axis = "x";
  const char* extent_name = "n";

  bool is_cut() const { return done < extent; }

  // How wide the part of C is that a block computes, if all blocks together made what is done; else
  // 0. A block's threads fit into that evenly.
  int width() const {
    const bool is_even = blocks > 0 && done % blocks == 0 && done / blocks % threads == 0;
    return is_even ? done / blocks : 0;
  }

  // A tile is not smaller than its block of threads, nor cut across its threads.
  bool is_partial_tile(int tile) const {
    return done > 0 && extent / tile * tile == done && (threads == 0 || tile % threads == 0);
  }
};

// What every cut direction agrees with.
bool all_cut(const Cut& x, const Cut& y, const std::function<bool(const Cut&)>& holds) {
  return (!x.is_cut() || holds(x)) && (!y.is_cut() || holds(y));
}

std::string what_the_grid_is(const Cut& x, const Cut& y) {
  std::string text;
  for (const Cut& cut : {x, y}) {
    if (cut.is_cut()) {
      text += fmt::format("{}it has {} in {}, for {} of {} = {}", text.empty() ? "" : ", and ",
                          cut.blocks == 1 ? "1 block" : fmt::format("{} blocks", cut.blocks),
                          cut.axis, cut.done, cut.extent_name, cut.extent);
    }
  }
  return text;
}

// The grid ends where C was cut off.
void explain_grid(const Cut& x, const Cut& y, const std::string& what, Explanations& found) {
  if (!all_cut(x, y, [](const Cut& cut) { return cut.width() > 0; })) {
    return;
  }
  if (x.blocks == 1 && y.blocks == 1) {
    found.add_certain(Diagnosis::first_block_only,
                      what +
                          "the only block does not come to them. Launch as many blocks as "
                          "cover all n columns (x) and all m rows (y).");
  } else if (all_cut(x, y, [](const Cut& cut) { return cut.extent - cut.done < cut.width(); })) {
    found.add_certain(Diagnosis::grid_rounded_down,
                      what + "the grid is rounded down, " + what_the_grid_is(x, y) +
                          ". Round up, as in (n + kTile - 1) / kTile.");
  }
  const int width = x.is_cut() ? x.width() : y.width();
  const auto needed = [width](const Cut& cut) { return (cut.extent + width - 1) / width; };
  if (x.blocks == needed(y) && y.blocks == needed(x) && x.blocks != y.blocks) {
    found.add_certain(Diagnosis::grid_swapped,
                      what +
                          "the grid's two numbers are swapped. x belongs to the n columns, y to "
                          "the m rows: dim3 grid(blocks for n, blocks for m).");
  }
  found.add_certain(Diagnosis::grid_too_small,
                    what + "the grid is too small, " + what_the_grid_is(x, y) + '.');
}

// The grid is as it should be, and a block's indices are not used as they should be.
void explain_indices(const Cut& x, const Cut& y, const std::string& what, Explanations& found) {
  const auto reach = [](int blocks, const Cut& cut) {
    return std::min(blocks * cut.threads, cut.extent);
  };
  if (x.threads > 0 && x.done == reach(y.blocks, x) && y.done == reach(x.blocks, y) &&
      x.blocks != y.blocks) {
    found.add_certain(Diagnosis::grid_swapped,
                      what +
                          "the kernel takes columns from blockIdx.y and rows from blockIdx.x, "
                          "and the grid has them the other way round. x belongs to columns.");
  }
  for (const Cut& cut : {x, y}) {
    if (cut.is_cut() && cut.blocks > 1 && cut.done == cut.threads) {
      found.add_certain(Diagnosis::same_tile_everywhere,
                        what + fmt::format("all {} blocks in {} store to the same {}: blockIdx.{} "
                                           "is missing where these are computed.",
                                           cut.blocks, cut.axis,
                                           *cut.axis == 'x' ? "columns" : "rows", cut.axis));
    }
  }
}

void explain_cut(const WrongElements& is, const Region& region, Explanations& found) {
  const LaunchShape none;
  const LaunchShape& how = is.launch() ? *is.launch() : none;
  const Cut x{end_of_right(region.cols, is.n), is.n, int(how.grid[0]), int(how.block[0]), "x", "n"};
  const Cut y{end_of_right(region.rows, is.m), is.m, int(how.grid[1]), int(how.block[1]), "y", "m"};
  const std::string what = unwritten_words(is, region);
  explain_indices(x, y, what, found);
  explain_grid(x, y, what, found);
  if (std::any_of(is.tiles().begin(), is.tiles().end(), [&](int tile) {
        return all_cut(x, y, [&](const Cut& cut) { return cut.is_partial_tile(tile); });
      })) {
    found.add_certain(Diagnosis::partial_tiles_not_stored, what + kPartialTiles);
  }
  if (x.done == x.threads || y.done == y.threads) {
    found.add(Diagnosis::outputs_not_stored, what + kOutputsNotStored);
  }
  if ((x.done == 1 && x.threads > 1) || (y.done == 1 && y.threads > 1)) {
    found.add(Diagnosis::thread_index_missing,
              what + "a thread index is missing where row or column is computed.");
  }
  found.add_certain(Diagnosis::part_not_written, what + kPartNotWritten);
}

// Threads that share an index write one row or column a block.
bool is_one_a_block(const WrongElements& is, const Stripes& unwritten, int axis) {
  const LaunchShape* const launch = is.launch();
  const bool is_rest =
      unwritten.is(Kind::regular) && unwritten.first == 1 && unwritten.end == unwritten.period;
  return is_rest && launch && int(launch->block[axis]) == unwritten.period;
}

// Whether the stripes repeat themselves with whole blocks of threads.
bool is_of_threads(const WrongElements& is, const Stripes& stripes, int axis) {
  const LaunchShape* const launch = is.launch();
  return !stripes.is(Kind::regular) || !launch || stripes.period % int(launch->block[axis]) == 0;
}

// How many of the lines before `extent` keep their poison if a thread stores its outputs, `apart`
// from each other, only where all of them lie inside: those of threads whose last one does not.
bool is_joint_guard(const WrongElements& is, bool is_row, int apart, int outputs) {
  const int extent = is_row ? is.m : is.n;
  const int tile = apart * outputs;
  for (int line = 0; line < extent; ++line) {
    const int last = line / tile * tile + line % apart + (outputs - 1) * apart;
    const bool is_left_out = is.is_unwritten(is_row ? line : 0, is_row ? 0 : line);
    if (is_left_out != (last >= extent)) {
      return false;
    }
  }
  return true;
}

// Each store is guarded by what only one of a thread's outputs needs.
void explain_joint_guard(const WrongElements& is, const Region* region, Explanations& found) {
  for (bool is_row : {true, false}) {
    const Stripes* const lines = region ? (is_row ? &region->rows : &region->cols) : nullptr;
    const Stripes* const others = region ? (is_row ? &region->cols : &region->rows) : nullptr;
    if (lines && (lines->is(Kind::none) || !others->is(Kind::none))) {
      continue;
    }
    for (int outputs : {2, 4, 8}) {
      for (int apart : {1, 2, 4, 8, 16, 32}) {
        if (!is_joint_guard(is, is_row, apart, outputs)) {
          continue;
        }
        const std::string noun = is_row ? "row" : "column";
        const std::string sentence =
            (region ? unwritten_words(is, *region) : std::string("C was never written: ")) +
            fmt::format(
                "that fits one guard for all {0} outputs of a thread ({1} {2}s apart): "
                "where one of them lies outside of C, none is stored. Guard each store by "
                "itself.",
                outputs, apart, noun);
        const int variant = (is_row ? 1 : 2) * 100000 + outputs * 1000 + apart;
        lines && lines->is(Kind::range)
            ? found.add_sure(Diagnosis::outputs_not_stored, sentence, variant)
            : found.add(Diagnosis::outputs_not_stored, sentence, variant, false);
      }
    }
  }
}

// Where C is small, leaving out a part of it leaves out all.
void explain_nothing(const WrongElements& is, Explanations& found) {
  found.add_certain(Diagnosis::not_written,
                    "Nothing was stored to C: look at how much of C the launch or the loops cover, "
                    "and at the condition around the store.");
  const std::string what = "Nothing was stored to C, which is small here: ";
  if (std::any_of(is.tiles().begin(), is.tiles().end(),
                  [&](int tile) { return is.m < tile || is.n < tile; })) {
    found.add_agreeing(Diagnosis::partial_tiles_not_stored, what + kPartialTiles);
  }
  found.add_agreeing(Diagnosis::part_not_written, what + kPartNotWritten);
}

}  // namespace

void explain_unwritten(const WrongElements& is, Explanations& found) {
  const Comparison& seen = is.run.comparison;
  if (seen.unwritten == seen.elements) {
    explain_nothing(is, found);
    explain_joint_guard(is, nullptr, found);
    return;
  }
  const auto region = region_of(
      is.m, is.n, [&](int row, int col) { return is.is_unwritten(row, col); }, 0);
  if (seen.unwritten < seen.wrong || !region || region->kind != Region::Kind::either) {
    return;
  }
  if (is_edge(region->rows) && is_edge(region->cols)) {
    explain_cut(is, *region, found);
  } else if (is_regular(region->rows) && is_regular(region->cols)) {
    const std::string what = unwritten_words(is, *region);
    const bool in_y = is_one_a_block(is, region->rows, 1);
    const bool in_x = is_one_a_block(is, region->cols, 0);
    if (in_x || in_y) {
      found.add_certain(Diagnosis::thread_index_missing,
                        what + fmt::format("threadIdx.{} is missing where the {} is computed.",
                                           in_x ? "x" : "y", in_x ? "column" : "row"));
    } else if (!is_of_threads(is, region->rows, 1) || !is_of_threads(is, region->cols, 0)) {
      found.add_certain(Diagnosis::part_not_written,
                        what +
                            "the blocks lie too far apart, or a block computes too little. Look "
                            "at how row and column follow from blockIdx.");
    } else {
      found.add_certain(Diagnosis::outputs_not_stored, what + kOutputsNotStored);
    }
  }
  explain_joint_guard(is, &*region, found);
}

}  // namespace gemmlab
