// What most likely made values wrong, and what an access wastes.
#include "grader/report/words/cause_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <variant>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/facts/cause_parts.h"
#include "grader/core/facts/fact_json.h"
#include "grader/report/words/count.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;
using std::string_view;

string_view row_of(Matrix matrix, bool is_along_k = false) {
  const bool is_both = matrix == Matrix::both;
  return is_along_k ? (is_both ? "both_along_k" : "along_k")
         : is_both  ? "both"
                    : (matrix == Matrix::c ? "c" : "-");
}

std::string joined(const std::vector<Extent>& extents, const char* separator) {
  std::vector<string_view> names;
  std::ranges::transform(extents, std::back_inserter(names), name<Extent>);
  return fmt::format("{}", fmt::join(names, separator));
}

char index_of(Axis axis) {
  return axis == Axis::row ? 'y' : 'x';
}

template <typename Fact>
std::string words(const Fact& fact) {
  return said(fact);
}

// For data that several causes share.
std::string words(const NotRounded& cause) {
  return said_in(cause.matrix == Matrix::both ? "both" : "-", cause);
}
std::string words(const NotTf32& cause) {
  constexpr int kBfloat16Bits = 8;
  return said(cause, arg("format", cause.bits == kBfloat16Bits
                                       ? "8 bits, as bfloat16 has"
                                       : "fewer bits below 2^-14, as in half precision"));
}
template <std::derived_from<OfK> Fact>
std::string words(const Fact& fact) {
  return said_in(fact.k == 1 ? "zero" : "", fact, arg("last", fact.k - 1));
}
template <std::derived_from<OfBits> Fact>
std::string words(const Fact& fact) {
  constexpr int kHalfBits = 11;
  return said(fact, arg("format", fact.bits == kHalfBits ? "11 bits, as in half precision and TF32"
                                                         : "8 bits, as in bfloat16"));
}
template <std::derived_from<OfGrid> Fact>
std::string words(const Fact& fact) {
  std::vector<std::string> ends;
  for (const GridEnd& end : fact.ends) {
    ends.push_back(fmt::format("{} in {}, for {} of {} = {}", counted(end.blocks, "block"),
                               index_of(end.axis), end.done, end.axis == Axis::row ? 'm' : 'n',
                               end.extent));
  }
  return said_in(fact.is_flat ? "flat" : "-", fact,
                 arg("ends", fmt::format("{}", fmt::join(ends, ", and "))));
}

// Where C is wrong, and at which shapes.
std::string words(const OutputsNotStored& cause) {
  return said(cause, arg("never_written", cause.region ? was_never_written(*cause.region)
                                                       : "C was never written: "));
}
std::string words(const LastTileWrong& cause) {
  const Region region = cause.region.value_or(Region());
  const char* const tiles = region.kind == Region::Kind::crossing ? "tile"
                            : cause.rows && cause.cols            ? "row and column of tiles"
                            : cause.rows                          ? "row of tiles"
                                                                  : "column of tiles";
  return said(cause, arg("tiles", tiles));
}
std::string words(const RightOnlyForSquares& cause) {
  return said(cause, arg("equal", joined(cause.equal, " = ")));
}
std::string words(const RightOnlyForMultiples& cause) {
  const std::string extents = joined(cause.extents, "_");
  return said(cause, arg("extents", text_of("multiples", extents)),
              arg("guards", text_of("guards_of_multiples", extents)));
}
// Which elements were read, and where results were stored.
std::string words(const ShiftedByOne& cause) {
  const char* const by = cause.by > 0 ? " + 1" : " - 1";
  const bool is_row = cause.axis == Axis::row;
  return said_in(cause.by == 0 ? "zero" : row_of(cause.matrix, cause.is_along_k), cause,
                 arg("way", cause.by > 0 ? "after" : "before"), arg("rows", is_row ? by : ""),
                 arg("cols", is_row ? "" : by));
}
std::string words(const SameTileEverywhere& cause) {
  return said(cause, arg("index", index_of(cause.axis)));
}
std::string words(const ThreadsSwapped& cause) {
  return said_in(cause.outputs > 0 ? "outputs" : row_of(cause.matrix, cause.is_along_k), cause);
}
std::string words(const ThreadIndexMissing& cause) {
  return said_in(cause.unwritten ? (cause.axis ? "unwritten" : "unwritten_part")
                                 : row_of(cause.matrix, cause.is_along_k),
                 cause, arg("axis", name(cause.axis.value_or(Axis::row))),
                 arg("of_axis", index_of(cause.axis.value_or(Axis::row))));
}
std::string words(const StaleTiles& cause) {
  return said(cause, arg("which", text_of("stale_tile", name(cause.which))));
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
  return said(cause, arg("by", step_of(cause)),
              arg("each", cause.matrix == Matrix::a ? "" : "* n "));
}

std::string words(const OutputsCounted& how) {
  const std::string line(name(how.axis));
  return said(how, arg("line", line), arg("Line", capitalised(line)));
}
std::string words(const LinesMoved& how) {
  std::vector<std::string> examples;
  for (const MovedLine& moved : how.examples) {
    examples.push_back(fmt::format("{0} {1} of C holds the values of {0} {2}", name(how.axis),
                                   moved.at, moved.origin));
  }
  return said(how, arg("line", name(how.axis)),
              arg("examples", capitalised(fmt::format("{}", fmt::join(examples, ", ")))));
}
std::string words(const OutputsMixedUp& cause) {
  return visit([](const auto& how) { return words(how); }, cause.how);
}
std::string words(const OutputsAlike& cause) {
  return said(cause, arg("spread", cause.is_adjacent ? "next to each other in" : "spread over"),
              arg("along", cause.axis == Axis::row ? "column" : "row"),
              arg("which", cause.is_first ? "first" : "last"));
}

// What the sums hold.
std::string words(const SumMultiplied& cause) {
  return said_in(cause.factor == 2 ? "twice" : "", cause);
}
std::string words(const EveryOtherProduct& cause) {
  return said(cause, arg("second", cause.first + cause.stride));
}
std::string words(const ClampedPastK& cause) {
  return said(cause, arg("last", cause.k - 1));
}

// What is done with the elements.
template <typename Fact>
requires requires(Fact fact) {
  fact.operation;
}
std::string words(const Fact& fact) {
  const std::string terms = text_of("terms", name(fact.operation));
  if constexpr (requires { fact.fold; }) {
    return said_in(name(fact.fold), fact, arg("terms", terms));
  }
  return said(fact, arg("terms", terms));
}
std::string words(const SumBeginsAt& cause) {
  return said_in(cause.value < 0 ? "less" : "", cause, arg("size", -cause.value));
}
std::string words(const OwnElementsOnly& cause) {
  return said_in(row_of(cause.matrix), cause,
                 arg("tile_place", cause.matrix == Matrix::a ? "a_tile[ty][p]" : "b_tile[p][tx]"));
}

// Which threads and blocks stored what.
template <typename Fact>
requires requires(Fact fact) {
  fact.in_y;
}
std::string words(const Fact& fact) {
  const char index = fact.in_y ? 'y' : 'x';
  if constexpr (requires { fact.wide; }) {
    return said_in(fact.apart == 0          ? "-"
                   : fact.apart < fact.wide ? "overlap"
                   : fact.leaves_out        ? "leaves_out"
                   : fact.outputs > 0       ? "outputs"
                                            : "gap",
                   fact, arg("index", index),
                   arg("distance", counted(fact.apart, name(fact.axis))));
  }
  return said(fact, arg("index", index));
}

// What an access wastes.
std::string declaration(const PadTile& pad) {
  return fmt::format("{}[{}]", pad.variable, fmt::join(pad.extents, "]["));
}
std::string passes(const PadTile& pad) {
  return pad.passes_left > 0 ? ": " + counted(pad.passes_left, "wavefront") : "";
}
std::string words(const PadTile& pad) {
  return said(pad, arg("tile", declaration(pad)), arg("passes", passes(pad)));
}
std::string words(const SwapIndices& swap) {
  const PadTile pad = swap.or_pad.value_or(PadTile());
  return said(swap, arg("index", swap.is_along_x ? "threadIdx.x" : "neighbouring threads"),
              arg("tile", declaration(pad)), arg("passes", passes(pad)));
}
template <std::derived_from<Repeated> Fact>
std::string words(const Fact& fact) {
  const bool is_whole = fact.times == double(std::uint64_t(fact.times));
  return said(fact, arg("times",
                        fact.times == 2
                            ? "twice"
                            : fmt::format("{}{:.0f} times", is_whole ? "" : "about ", fact.times)));
}

}  // namespace

std::string sentence(const Cause& cause, const std::optional<Shape>& shown_at, bool with_advice) {
  constexpr std::string_view kAdvice = " | ";
  std::string text = visit([](const auto& each) { return words(each); }, cause);
  if (const std::size_t advice = text.find(kAdvice); advice != std::string::npos) {
    text.replace(advice, with_advice ? kAdvice.size() : std::string::npos, with_advice ? " " : "");
  }
  return shown_at ? fmt::format("At {}x{}x{}: {}", shown_at->m, shown_at->n, shown_at->k, text)
                  : text;
}

bool is_remark(const Cause& cause) {
  const auto* const in_one_block = get_if<RightOnlyInOneBlock>(&cause);
  return cause_is<RightOnlyForSquares, RightOnlyForMultiples, RightOnlyInOnePhase>(cause) ||
         (in_one_block != nullptr && !in_one_block->region);
}

bool only_describes(const Cause& cause) {
  return is_remark(cause) || cause_is<SomeOutputsWrong, PartWrong, LastTileWrong>(cause);
}

std::string sentence(const Tell& tell) {
  return capitalised(filled("tell", name(tell.kind), arg("line", tell.line),
                            arg("name", quotable(tell.name)), arg("other", quotable(tell.other))));
}

std::string sentence(const Remark& remark) {
  return std::visit([](const auto& each) { return words(each); }, remark);
}

}  // namespace gemmlab
