#include "grader/report/words/cause_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/report/words/region_words.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;
using std::string_view;

// What is said of A's rows is said of B's columns.
template <typename... Arguments>
std::string filled_for(Matrix matrix,
                       string_view name,
                       string_view row,
                       const Arguments&... arguments) {
  const bool is_a = matrix == Matrix::a;
  return filled(name, row, arg("letter", is_a ? 'A' : 'B'), arg("line", is_a ? "row" : "column"),
                arg("other", is_a ? "column" : "row"), arg("index", is_a ? 'y' : 'x'),
                arg("other_index", is_a ? 'x' : 'y'), arg("own", is_a ? 'k' : 'n'),
                arg("indices", is_a ? "row and p" : "p and col"),
                arg("place", is_a ? "(row, p) is a[row * k + p]" : "(p, col) is b[p * n + col]"),
                arguments...);
}

string_view row_of(Matrix matrix, bool is_along_k = false) {
  const bool is_both = matrix == Matrix::both;
  return is_along_k ? (is_both ? "both_along_k" : "along_k")
         : is_both  ? "both"
                    : (matrix == Matrix::c ? "c" : "-");
}

char index_of(Axis axis) {
  return axis == Axis::row ? 'y' : 'x';
}

// Data that several causes share.
std::string words(string_view name, const Nothing&) {
  return text_of(name);
}
std::string words(string_view name, const InMatrix& data) {
  return filled_for(data.matrix, name, row_of(data.matrix));
}
std::string words(string_view name, const InTiles& data) {
  return filled_for(data.matrix, name, row_of(data.matrix), arg("tile", data.tile));
}
std::string words(string_view name, const OfTile& data) {
  return filled(name, "-", arg("tile", data.tile));
}
std::string words(string_view name, const OfK& data) {
  return filled(name, data.k == 1 ? "zero" : "-", arg("k", data.k), arg("last", data.k - 1));
}
std::string words(string_view name, const UpTo& data) {
  return filled(name, data.end == 0 ? "zero" : "-", arg("end", data.end), arg("k", data.k));
}
std::string words(string_view name, const OfOutputs& data) {
  return filled(name, data.outputs == 0 ? "zero" : "-", arg("outputs", data.outputs));
}
std::string words(string_view name, const OfBits& data) {
  constexpr int kHalfBits = 11;
  return filled(name, "-",
                arg("format", data.bits == kHalfBits ? "11 bits, as in half precision and TF32"
                                                     : "8 bits, as in bfloat16"));
}
std::string words(string_view name, const OfRegion& data) {
  return filled(name, "-", arg("never_written", was_never_written(data.region)),
                arg("wrong", is_wrong(data.region)));
}
std::string words(string_view name, const OfGrid& data) {
  std::vector<std::string> ends;
  for (const GridEnd& end : data.ends) {
    ends.push_back(fmt::format("it has {} block{} in {}, for {} of {} = {}", end.blocks,
                               end.blocks == 1 ? "" : "s", index_of(end.axis), end.done,
                               end.axis == Axis::row ? 'm' : 'n', end.extent));
  }
  return filled(name, "-", arg("never_written", was_never_written(data.region)),
                arg("ends", fmt::format("{}", fmt::join(ends, ", and "))));
}
template <Text kText, typename Data>
std::string words(const NamedFact<kText, Data>& fact) {
  return words(fact.kName, fact);
}

// Where C is wrong, and at which shapes.
std::string of_part_or_all(const std::optional<Region>& unwritten) {
  return unwritten ? was_never_written(*unwritten)
                   : "Nothing was stored to C, which is small here: ";
}
std::string words(const PartNotWritten& cause) {
  return filled(cause.kName, cause.between_blocks ? "between_blocks" : "-",
                arg("never_written", of_part_or_all(cause.region)));
}
std::string words(const PartialTilesNotStored& cause) {
  return filled(cause.kName, "-", arg("never_written", of_part_or_all(cause.region)));
}
std::string words(const GridSwapped& cause) {
  return filled(cause.kName, cause.in_kernel ? "in_kernel" : "-",
                arg("never_written", was_never_written(cause.region)));
}
std::string words(const OutputsNotStored& cause) {
  const std::string what =
      cause.region ? was_never_written(*cause.region) : "C was never written: ";
  return filled(cause.kName, cause.outputs == 0 ? "-" : "guard", arg("never_written", what),
                arg("outputs", cause.outputs), arg("apart", cause.apart),
                arg("axis", name(cause.axis)));
}
std::string words(const LastTileWrong& cause) {
  const Region region = cause.region.value_or(Region());
  const char* const tiles = region.kind == Region::Kind::crossing ? "tile"
                            : cause.rows && cause.cols            ? "row and column of tiles"
                            : cause.rows                          ? "row of tiles"
                                                                  : "column of tiles";
  return filled(cause.kName, cause.region ? "-" : "zero", arg("wrong", is_wrong(region)),
                arg("tiles", tiles));
}
std::string words(const PartWrong& cause) {
  return filled(cause.kName, cause.extent ? "extent" : "-", arg("wrong", is_wrong(cause.region)),
                arg("extent", name(cause.extent.value_or(Extent::m))), arg("value", cause.value));
}
std::string words(const RightOnlyForSquares& cause) {
  std::vector<string_view> equal;
  for (const Extent extent : cause.equal) {
    equal.push_back(name(extent));
  }
  return filled(cause.kName, cause.is_launched_flat ? "flat" : "-",
                arg("equal", fmt::format("{}", fmt::join(equal, " = "))));
}
std::string words(const RightOnlyForMultiples& cause) {
  struct Said {
    const char *extents, *guards;
  };
  constexpr Said kOne[] = {{"m is a multiple", "row < m, for A and C"},
                           {"n is a multiple", "col < n, for B and C"},
                           {"k is a multiple", "p < k, for A and B"}};
  constexpr Said kTwo{"m and n are multiples", "row < m and col < n, of which both must hold"};
  constexpr Said kThree{"m, n and k are multiples", "all guards, if there are any"};
  const std::size_t count = cause.extents.size();
  const Said said = count == 1 ? kOne[int(cause.extents[0])] : count == 2 ? kTwo : kThree;
  return filled(cause.kName, "-", arg("extents", said.extents), arg("tile", cause.tile),
                arg("guards", said.guards));
}
std::string words(const RightOnlyInOneBlock& cause) {
  return filled(cause.kName, cause.region ? "region" : "-", arg("largest", cause.largest),
                arg("wrong", is_wrong(cause.region.value_or(Region()))));
}

// Which elements were read, and where results were stored.
std::string words(const Transposed& cause) {
  return text_of(cause.kName, cause.is_whole ? "whole" : "-");
}
std::string words(const WrongRowLength& cause) {
  return filled_for(cause.matrix, cause.kName, row_of(cause.matrix),
                    arg("taken", name(cause.taken)), arg("length", cause.length),
                    arg("right", cause.right));
}
std::string words(const ShiftedByOne& cause) {
  const char* const by = cause.by > 0 ? " + 1" : " - 1";
  const bool is_row = cause.axis == Axis::row;
  return filled_for(cause.matrix, cause.kName,
                    cause.by == 0 ? "zero" : row_of(cause.matrix, cause.is_along_k),
                    arg("way", cause.by > 0 ? "after" : "before"), arg("rows", is_row ? by : ""),
                    arg("cols", is_row ? "" : by), arg("axis", name(cause.axis)));
}
std::string words(const SameTileEverywhere& cause) {
  return filled(cause.kName, cause.unwritten ? "unwritten" : "-",
                arg("never_written", of_part_or_all(cause.unwritten)), arg("blocks", cause.blocks),
                arg("index", index_of(cause.axis)), arg("axis", name(cause.axis)));
}
std::string words(const ThreadsSwapped& cause) {
  return filled_for(cause.matrix, cause.kName,
                    cause.outputs > 0 ? "outputs" : row_of(cause.matrix, cause.is_along_k),
                    arg("tile", cause.tile), arg("outputs", cause.outputs));
}
std::string words(const ThreadIndexMissing& cause) {
  const Axis axis = cause.axis.value_or(Axis::row);
  return filled_for(cause.matrix, cause.kName,
                    cause.unwritten ? (cause.axis ? "unwritten" : "unwritten_part")
                                    : row_of(cause.matrix, cause.is_along_k),
                    arg("never_written", of_part_or_all(cause.unwritten)), arg("tile", cause.tile),
                    arg("axis", name(axis)), arg("of_axis", index_of(axis)));
}
std::string words(const StaleTiles& cause) {
  constexpr const char* kWhich[] = {"the tile of the round before",
                                    "the tile of the round after it",
                                    "an old tile every second time"};
  return filled_for(cause.matrix, cause.kName, row_of(cause.matrix),
                    arg("which", kWhich[int(cause.which)]));
}

// "16 rows of n elements, half a tile"
std::string step_of(const WrongStep& cause) {
  const bool is_half = 2 * cause.count == cause.tile;
  const std::string length = cause.rows ? std::string(name(*cause.rows)) + ' ' : "";
  const char* const tiles = is_half && cause.rows != Extent::k ? ", half a tile"
                            : cause.count == 2 * cause.tile    ? ", two tiles"
                                                               : "";
  if (cause.count == 1) {
    return cause.rows ? length + "elements" : "1 element";
  }
  if (!cause.rows && cause.count == cause.tile * cause.tile) {
    return fmt::format("{0} * {0} elements", cause.tile);
  }
  const char* const joint = !cause.rows ? "" : is_half ? "rows of " : "* ";
  return fmt::format("{} {}{}elements{}", cause.count, joint, length, tiles);
}
std::string words(const WrongStep& cause) {
  return filled_for(cause.matrix, cause.kName, "-", arg("by", step_of(cause)),
                    arg("tile", cause.tile), arg("each", cause.matrix == Matrix::a ? "" : "* n "));
}

std::string words(const OutputsSpread& how) {
  return filled(how.kName, "-", arg("place", how.place), arg("tile", how.tile),
                arg("origin", how.origin));
}
std::string words(const OutputsCounted& how) {
  const std::string line(name(how.axis));
  return filled(how.kName, how.tile > 0 ? "-" : "unfilled", arg("line", line),
                arg("Line", capitalised(line)), arg("tile", how.tile), arg("stored", how.stored),
                arg("summed", how.summed));
}
std::string words(const LinesMoved& how) {
  std::vector<std::string> examples;
  for (const MovedLine& moved : how.examples) {
    examples.push_back(fmt::format("{0} {1} of C holds what belongs to {0} {2}", name(how.axis),
                                   moved.at, moved.origin));
  }
  return filled(how.kName, "-", arg("line", name(how.axis)),
                arg("examples", capitalised(fmt::format("{}", fmt::join(examples, ", ")))));
}
std::string words(const OutputsMixedUp& cause) {
  return std::visit([](const auto& how) { return words(how); }, cause.how);
}
std::string words(const OutputsAlike& cause) {
  return filled(cause.kName, "-", arg("outputs", cause.outputs),
                arg("spread", cause.is_adjacent ? "next to each other in" : "spread over"),
                arg("along", cause.axis == Axis::row ? "column" : "row"),
                arg("which", cause.is_first ? "first" : "last"));
}

// What the sums hold.
std::string words(const StoredConstant& cause) {
  return filled(cause.kName, "-", arg("value", cause.value));
}
std::string words(const SumMultiplied& cause) {
  return filled(cause.kName, cause.factor == 2 ? "twice" : "-", arg("factor", cause.factor));
}
std::string words(const KTakenForOtherExtent& cause) {
  return filled(cause.kName, "-", arg("end", cause.end), arg("k", cause.k),
                arg("extent", name(cause.extent)), arg("value", cause.value));
}
std::string words(const LastPhaseOnly& cause) {
  return filled(cause.kName, "-", arg("first", cause.first));
}
std::string words(const PartOfEachPhase& cause) {
  return filled(cause.kName, cause.is_missing ? "missing" : "-", arg("tile", cause.tile),
                arg("part", cause.part));
}
std::string words(const EveryOtherProduct& cause) {
  return filled(cause.kName, "-", arg("stride", cause.stride), arg("first", cause.first),
                arg("second", cause.first + cause.stride));
}
std::string words(const ClampedPastK& cause) {
  return filled(cause.kName, "-", arg("last", cause.k - 1), arg("times", cause.times));
}

}  // namespace

std::string sentence(const Cause& cause, const std::optional<Shape>& shown_at) {
  const std::string text = std::visit([](const auto& each) { return words(each); }, cause);
  return shown_at ? fmt::format("At {}x{}x{}: {}", shown_at->m, shown_at->n, shown_at->k, text)
                  : text;
}

}  // namespace gemmlab
