// Hypotheses from where in C elements were not written, or are wrong.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "grader/core/diagnosis_elements.h"
#include "grader/core/diagnosis_region.h"

namespace gemmlab {
namespace {

using Kind = Stripes::Kind;

constexpr const char* kOutputsNotStored =
    "the same outputs of every thread are not stored. Look at the loop over a thread's outputs, "
    "and at how far they are apart.";

bool is_edge(const Stripes& stripes) {
  return stripes.is(Kind::none) || stripes.is(Kind::from);
}

bool is_regular(const Stripes& stripes) {
  return stripes.is(Kind::none) || stripes.is(Kind::regular);
}

// The first row (column) of the band along the edge; `extent` if there is none.
int end_of_right(const Stripes& stripes, int extent) {
  return stripes.is(Kind::none) ? extent : stripes.first;
}

// "Rows 32 to 39 and columns 48 to 49".
std::string named(const WrongElements& is, const Region& region, const char* joint) {
  const bool has_rows = !region.rows.is(Kind::none), has_cols = !region.cols.is(Kind::none);
  std::string text = has_rows ? words(region.rows, is.m, "row") : "";
  if (has_cols) {
    text += (has_rows ? joint : "") + words(region.cols, is.n, "column");
  }
  text[0] = char(std::toupper(text[0]));
  return text;
}

std::string unwritten_words(const WrongElements& is, const Region& region) {
  const std::size_t elements = is.run.comparison.unwritten;
  const bool is_one = (region.rows.is(Kind::none) && elements == std::size_t(is.m)) ||
                      (region.cols.is(Kind::none) && elements == std::size_t(is.n));
  return named(is, region, " and ") + (is_one ? " was never written: " : " were never written: ");
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

  bool is_partial_tile(int tile) const { return done > 0 && extent / tile * tile == done; }
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

void explain_cut(const WrongElements& is, const Region& region, Explanations& found) {
  const LaunchShape none;
  const LaunchShape& how = is.launch() ? *is.launch() : none;
  const Cut x{end_of_right(region.cols, is.n), is.n, int(how.grid[0]), int(how.block[0]), "x", "n"};
  const Cut y{end_of_right(region.rows, is.m), is.m, int(how.grid[1]), int(how.block[1]), "y", "m"};
  const std::string what = unwritten_words(is, region);
  explain_grid(x, y, what, found);
  if (std::any_of(is.tiles().begin(), is.tiles().end(), [&](int tile) {
        return all_cut(x, y, [&](const Cut& cut) { return cut.is_partial_tile(tile); });
      })) {
    found.add_certain(Diagnosis::partial_tiles_not_stored,
                      what +
                          "these are what is left over behind the last whole tile. Either no "
                          "block comes to them, since a number of blocks is rounded down, or "
                          "the store leaves them out.");
  }
  if (x.done == x.threads || y.done == y.threads) {
    found.add(Diagnosis::outputs_not_stored, what + kOutputsNotStored);
  }
  if ((x.done == 1 && x.threads > 1) || (y.done == 1 && y.threads > 1)) {
    found.add(Diagnosis::thread_index_missing,
              what + "a thread index is missing where row or column is computed.");
  }
  found.add_certain(Diagnosis::part_not_written,
                    what +
                        "no thread comes to them, or the condition around the store excludes "
                        "them. Look at how many blocks there are, and at that condition.");
}

// Threads that share an index write one row or column a block.
bool is_one_a_block(const WrongElements& is, const Stripes& unwritten, int axis) {
  const LaunchShape* const launch = is.launch();
  const bool is_rest =
      unwritten.is(Kind::regular) && unwritten.first == 1 && unwritten.end == unwritten.period;
  return is_rest && launch && int(launch->block[axis]) == unwritten.period;
}

void explain_unwritten(const WrongElements& is, const Region& region, Explanations& found) {
  if (region.kind != Region::Kind::either || region.rows.is(Kind::all) ||
      region.cols.is(Kind::all)) {
    return;
  }
  if (is_edge(region.rows) && is_edge(region.cols)) {
    explain_cut(is, region, found);
  } else if (is_regular(region.rows) && is_regular(region.cols)) {
    const std::string what = unwritten_words(is, region);
    const bool in_y = is_one_a_block(is, region.rows, 1), in_x = is_one_a_block(is, region.cols, 0);
    if (in_x || in_y) {
      found.add_certain(Diagnosis::thread_index_missing,
                        what + fmt::format("threadIdx.{} is missing where the {} is computed.",
                                           in_x ? "x" : "y", in_x ? "column" : "row"));
    } else {
      found.add_certain(
          Diagnosis::outputs_not_stored,
          what +
              "the same outputs of every thread are not stored. Look at the loop over a "
              "thread's outputs, and at how far they are apart.");
    }
  }
}

bool is_last_tile(const WrongElements& is, const Stripes& stripes, int extent) {
  return stripes.is(Kind::from) && std::any_of(is.tiles().begin(), is.tiles().end(), [&](int tile) {
           return stripes.first == (extent - 1) / tile * tile;
         });
}

void explain_wrong(const WrongElements& is, const Region& region, Explanations& found) {
  const bool is_row = is_last_tile(is, region.rows, is.m);
  const bool is_col = is_last_tile(is, region.cols, is.n);
  const bool is_crossing = region.kind == Region::Kind::crossing;
  const std::string where = named(is, region, is_crossing ? ", in " : " and ");
  const bool edges_only =
      is_crossing
          ? (is_row || region.rows.is(Kind::all)) && (is_col || region.cols.is(Kind::all))
          : (is_row || region.rows.is(Kind::none)) && (is_col || region.cols.is(Kind::none));
  if ((is_row || is_col) && edges_only) {
    found.add_certain(
        Diagnosis::last_tile_wrong,
        fmt::format("{}, the last {} of tiles, are wrong, and the rest is right: look at "
                    "what a block does that hangs over the edge of C.",
                    where,
                    is_row && is_col ? "row and column"
                    : is_row         ? "row"
                                     : "column"));
  } else if (!is_crossing && is_regular(region.rows) && is_regular(region.cols)) {
    found.add_certain(
        Diagnosis::some_outputs_wrong,
        fmt::format("{} are wrong, and the rest is right: the same outputs of every thread. "
                    "Look at the index that differs between a thread's outputs.",
                    where));
  }
}

}  // namespace

void explain_by_region(const WrongElements& is, Explanations& found) {
  const Comparison& seen = is.run.comparison;
  if (seen.unwritten == seen.elements) {
    found.add_certain(
        Diagnosis::not_written,
        "Nothing was stored to C: look at how much of C the launch or the loops cover, and at the "
        "condition around the store.");
    return;
  }
  if (seen.unwritten > 0) {
    const auto region = region_of(
        is.m, is.n, [&](int row, int col) { return is.is_unwritten(row, col); }, 0);
    if (region && seen.unwritten == seen.wrong) {
      explain_unwritten(is, *region, found);
    }
    return;
  }
  constexpr int kByChance = 10;  // of 100 wrong elements may be right
  const auto region = region_of(
      is.m, is.n, [&](int row, int col) { return is.is_wrong(row, col); }, kByChance);
  const auto is_all = [](const Stripes& stripes) { return stripes.is(Kind::all); };
  const bool is_everywhere = region && (region->kind == Region::Kind::either
                                            ? is_all(region->rows) || is_all(region->cols)
                                            : is_all(region->rows) && is_all(region->cols));
  if (region && !is_everywhere) {
    explain_wrong(is, *region, found);
  }
}

}  // namespace gemmlab
