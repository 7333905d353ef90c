#include "grader/diagnosis/where.h"

#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

// A direction in which C is cut off: how far the program got, and how it was launched.
struct Cut {
  Axis axis = Axis::row;
  int done = 0, extent = 0;
  int blocks = 0, threads = 0;  // 0: unknown

  bool is_cut() const { return done < extent; }

  // The width of the part of C computed by one block, if all blocks together computed the written
  // part; else 0. It is a multiple of the block's threads.
  int width() const {
    const bool is_even = blocks > 0 && done % blocks == 0 && done / blocks % threads == 0;
    return is_even ? done / blocks : 0;
  }

  // A tile is not smaller than its block of threads, and does not split its threads.
  bool is_partial_tile(int tile) const {
    return done > 0 && extent / tile * tile == done && (threads == 0 || tile % threads == 0);
  }
};

bool all_cut(const Cut& x, const Cut& y, const std::function<bool(const Cut&)>& holds) {
  return (!x.is_cut() || holds(x)) && (!y.is_cut() || holds(y));
}

// The grid ends where C was cut off.
void explain_grid(const Cut& x, const Cut& y, const Region& region, Explanations& found) {
  if (!all_cut(x, y, [](const Cut& cut) { return cut.width() > 0; })) {
    return;
  }
  std::vector<GridEnd> ends;
  for (const Cut& cut : {x, y}) {
    if (cut.is_cut()) {
      ends.push_back({cut.axis, cut.blocks, cut.done, cut.extent});
    }
  }
  if (x.blocks == 1 && y.blocks == 1) {
    found.add(FirstBlockOnly{region}, 0, Belief::certain);
  }
  if (all_cut(x, y, [](const Cut& cut) { return cut.extent - cut.done < cut.width(); })) {
    found.add(GridRoundedDown{region, ends}, 0, Belief::certain);
  }
  const int width = x.is_cut() ? x.width() : y.width();
  const auto needed = [width](const Cut& cut) { return (cut.extent + width - 1) / width; };
  if (x.blocks == needed(y) && y.blocks == needed(x) && x.blocks != y.blocks) {
    found.add(GridSwapped{region}, 0, Belief::certain);
  }
  if (!x.is_cut() && y.threads == 1 && x.threads > 1 && y.width() == 1 &&
      y.blocks == (y.extent + x.threads - 1) / x.threads) {
    found.add(BlockIsFlat{region, ends}, 0, Belief::certain);
  }
  found.add(GridTooSmall{region, ends}, 0, Belief::certain);
}

// The grid is correct, but the kernel uses a block's indices wrongly.
void explain_indices(const Cut& x, const Cut& y, const Region& region, Explanations& found) {
  const auto reach = [](int blocks, const Cut& cut) {
    return std::min(blocks * cut.threads, cut.extent);
  };
  if (x.threads > 0 && x.done == reach(y.blocks, x) && y.done == reach(x.blocks, y) &&
      x.blocks != y.blocks) {
    // One block along an axis computes the same if the other axis has no block's index at all.
    const bool is_certain = x.blocks > 1 && y.blocks > 1;
    found.add(GridSwapped{.region = region, .in_kernel = true}, 0,
              is_certain ? Belief::certain : Belief::uncertain);
  }
  for (const Cut& cut : {x, y}) {
    if (cut.is_cut() && cut.blocks > 1 && cut.done == cut.threads) {
      found.add(SameTileEverywhere{region, cut.axis, cut.blocks}, 0, Belief::certain);
    }
  }
}

void explain_cut(const Region& region, Explanations& found) {
  const WrongElements& seen = found.seen;
  const LaunchShape how = seen.launch() ? *seen.launch() : LaunchShape();
  const Cut x{Axis::column, region.cols.end_of_right(seen.n), seen.n, int(how.grid[0]),
              int(how.block[0])};
  const Cut y{Axis::row, region.rows.end_of_right(seen.m), seen.m, int(how.grid[1]),
              int(how.block[1])};
  explain_indices(x, y, region, found);
  explain_grid(x, y, region, found);
  if (std::ranges::any_of(seen.tiles, [&](int tile) {
        return all_cut(x, y, [&](const Cut& cut) { return cut.is_partial_tile(tile); });
      })) {
    found.add(PartialTilesNotStored{region}, 0, Belief::certain);
  }
  if (x.done == x.threads || y.done == y.threads) {
    found.add(OutputsNotStored{region});
  }
  if ((x.done == 1 && x.threads > 1) || (y.done == 1 && y.threads > 1)) {
    found.add(ThreadIndexMissing{.unwritten = region});
  }
  found.add(PartNotWritten{region}, 0, Belief::certain);
}

// Threads that share an index write one row or column per block.
bool is_one_a_block(const WrongElements& seen, const Stripes& unwritten, int axis) {
  const LaunchShape* const launch = seen.launch();
  const bool is_rest = unwritten.is_kind(Stripes::Kind::regular) && unwritten.first == 1 &&
                       unwritten.end == unwritten.period;
  return is_rest && launch && int(launch->block[axis]) == unwritten.period;
}

// Whether the stripes repeat with whole blocks of threads.
bool is_of_threads(const WrongElements& seen, const Stripes& stripes, int axis) {
  const LaunchShape* const launch = seen.launch();
  return !stripes.is_kind(Stripes::Kind::regular) || !launch ||
         stripes.period % int(launch->block[axis]) == 0;
}

void explain_stripes(const Region& region, Explanations& found) {
  const WrongElements& seen = found.seen;
  const bool in_x = is_one_a_block(seen, region.cols, 0);
  if (in_x || is_one_a_block(seen, region.rows, 1)) {
    const Axis axis = in_x ? Axis::column : Axis::row;
    found.add(ThreadIndexMissing{.axis = axis, .unwritten = region}, 0, Belief::certain);
  } else if (!is_of_threads(seen, region.rows, 1) || !is_of_threads(seen, region.cols, 0)) {
    found.add(PartNotWritten{region, true}, 0, Belief::certain);
  } else if (!found.has_explanation<BlocksApart>() && !found.has_explanation<ThreadsApart>() &&
             !found.has_explanation<RolesExchanged>()) {
    found.add(OutputsNotStored{region}, 0, Belief::certain);
  }
}

// Whether exactly those lines keep their poison whose thread has an output outside: a thread stores
// its outputs, `apart` from each other, only if all of them are inside.
bool is_joint_guard(const Lines& lines, int apart, int outputs) {
  const int tile = apart * outputs;
  for (int line = 0; line < lines.extent(); ++line) {
    const int last = line / tile * tile + line % apart + (outputs - 1) * apart;
    if (lines.is_unwritten(line, 0) != (last >= lines.extent())) {
      return false;
    }
  }
  return true;
}

// Each store has the guard of only one of a thread's outputs.
void explain_joint_guard(const std::optional<Region>& region, Explanations& found) {
  for (const Axis axis : {Axis::row, Axis::column}) {
    const Stripes lines = !region ? Stripes() : axis == Axis::row ? region->rows : region->cols;
    const Stripes others = !region ? Stripes() : axis == Axis::row ? region->cols : region->rows;
    if (region && (lines.is_kind(Stripes::Kind::none) || !others.is_kind(Stripes::Kind::none))) {
      continue;
    }
    for (int outputs : {2, 4, 8}) {
      for (int apart : {1, 2, 4, 8, 16, 32}) {
        if (is_joint_guard(Lines(found.seen, axis), apart, outputs)) {
          const int variant = (axis == Axis::row ? 1 : 2) * 100000 + outputs * 1000 + apart;
          found.add(OutputsNotStored{region, outputs, apart, axis}, variant,
                    lines.is_kind(Stripes::Kind::range) ? Belief::certain : Belief::uncertain);
        }
      }
    }
  }
}

// In a small C, omitting a part omits everything.
void explain_nothing(Explanations& found) {
  const WrongElements& seen = found.seen;
  found.add(NotWritten{}, 0, Belief::certain);
  if (std::ranges::any_of(seen.tiles, [&](int tile) { return seen.m < tile || seen.n < tile; })) {
    found.add(PartialTilesNotStored{}, 0, Belief::uncertain);
  }
  found.add(PartNotWritten{}, 0, Belief::uncertain);
}

bool is_last_tile(const WrongElements& seen, const Stripes& stripes, int extent) {
  return stripes.is_kind(Stripes::Kind::from) &&
         std::ranges::any_of(seen.block_tiles,
                             [&](int tile) { return stripes.first == (extent - 1) / tile * tile; });
}

// Whether everything is wrong that blocks after the first one, in x or y, compute.
bool all_but_first_tile(const WrongElements& seen, const Region& region) {
  return seen.launch() && std::ranges::any_of(seen.block_tiles, [&](int tile) {
           return region.rows.end_of_right(seen.m) == std::min(tile, seen.m) &&
                  region.cols.end_of_right(seen.n) == std::min(tile, seen.n);
         });
}

// If one block computes C, the last outputs of its threads are at an edge, too.
bool may_be_last_outputs(const WrongElements& seen, const Region& region) {
  return seen.launch() && region.rows.is_kind(Stripes::Kind::from) &&
         region.cols.is_kind(Stripes::Kind::none) &&
         region.rows.first % int(seen.launch()->block[1]) == 0;
}

// The wrong part begins where another extent ends, which can also be chance.
void explain_extents(const Region& region, Explanations& found) {
  const WrongElements& seen = found.seen;
  int variant = 0;
  const auto begins_at = [](const Stripes& stripes, int extent, int own) {
    return stripes.is_kind(Stripes::Kind::from) && stripes.first == extent && extent != own;
  };
  for (const auto& [extent, value] :
       {std::pair{Extent::k, seen.k}, std::pair{Extent::n, seen.n}, std::pair{Extent::m, seen.m}}) {
    --variant;
    if (begins_at(region.rows, value, seen.m) || begins_at(region.cols, value, seen.n)) {
      found.add(PartWrong{region, extent, value}, variant, Belief::if_repeated);
    }
  }
}

void explain_band(const Region& region, Explanations& found) {
  const WrongElements& seen = found.seen;
  const bool is_row = is_last_tile(seen, region.rows, seen.m);
  const bool is_col = is_last_tile(seen, region.cols, seen.n);
  if (region.rows.is_edge() && region.cols.is_edge()) {
    if ((is_row || region.rows.is_kind(Stripes::Kind::none)) &&
        (is_col || region.cols.is_kind(Stripes::Kind::none))) {
      found.add(LastTileWrong{region, is_row, is_col}, 0, Belief::certain);
    }
    if (all_but_first_tile(seen, region)) {
      found.add(RightOnlyInOneBlock{region}, 0, Belief::certain);
    }
    explain_extents(region, found);
    found.add(PartWrong{region}, 0, Belief::certain);
  }
  if (region.rows.is_regular() && region.cols.is_regular()) {
    found.add(SomeOutputsWrong{region}, 0, Belief::certain);
  } else if (may_be_last_outputs(seen, region)) {
    found.add(SomeOutputsWrong{region});
  }
}

void explain_crossing(const Region& region, Explanations& found) {
  const bool is_row = is_last_tile(found.seen, region.rows, found.seen.m);
  const bool is_col = is_last_tile(found.seen, region.cols, found.seen.n);
  if ((is_row && is_col) || (is_row && region.cols.is_kind(Stripes::Kind::all)) ||
      (is_col && region.rows.is_kind(Stripes::Kind::all))) {
    found.add(LastTileWrong{region, is_row, is_col}, 0, Belief::certain);
  }
}

}  // namespace

void explain_unwritten(Explanations& found) {
  const WrongElements& seen = found.seen;
  const Comparison& compared = seen.run.comparison;
  if (compared.unwritten == compared.elements) {
    explain_nothing(found);
    explain_joint_guard({}, found);
    return;
  }
  const auto region = region_of(
      seen.m, seen.n, [&](int row, int col) { return seen.is_unwritten(row, col); }, 0);
  if (compared.unwritten < compared.wrong || !region || region->kind != Region::Kind::either) {
    return;
  }
  if (region->rows.is_edge() && region->cols.is_edge()) {
    explain_cut(*region, found);
  } else if (region->rows.is_regular() && region->cols.is_regular()) {
    explain_stripes(*region, found);
  }
  explain_joint_guard(region, found);
}

void explain_by_region(Explanations& found) {
  constexpr int kByChance = 10;  // of 100 wrong elements may be right
  const WrongElements& seen = found.seen;
  const auto region = region_of(
      seen.m, seen.n, [&](int row, int col) { return seen.is_wrong(row, col); }, kByChance);
  if (!region || is_everything(*region)) {
    return;
  }
  if (region->kind == Region::Kind::either) {
    explain_band(*region, found);
  } else {
    explain_crossing(*region, found);
  }
}

}  // namespace gemmlab
