// What most likely made values wrong: a closed list of facts, each with the data that a sentence
// needs, and the code of a kernel that it is about. Result files, hints and mutants refer to causes
// by their structs' names: new ones may be added, but none may be renamed.
#pragma once

#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/facts/one_of.h"
#include "grader/core/facts/cause_of_blocks.h"
#include "grader/core/facts/cause_of_index.h"
#include "grader/core/facts/cause_of_operation.h"
#include "grader/core/facts/cause_of_output.h"
#include "grader/core/facts/cause_of_phase.h"
#include "grader/core/facts/cause_of_place.h"
#include "grader/core/facts/cause_of_shape.h"
#include "grader/core/facts/cause_of_sum.h"

namespace gemmlab {

// clang-format off
struct Cause : OneOf<NotWritten, PartNotWritten, PartialTilesNotStored, GridRoundedDown,
    GridTooSmall, BlockIsFlat, GridSwapped, FirstBlockOnly, OutputsNotStored, LastTileWrong, PartWrong,
    SomeOutputsWrong, RightOnlyForSquares, RightOnlyForMultiples, RightOnlyInOnePhase,
    RightOnlyInOneBlock, Transposed, ColumnMajor, WrongRowLength, PitchForgotten, OperandsSwapped,
    OperandTransposed, OperandTileTransposed, RowAndColumnSwapped, ShiftedByOne, BlocksSwapped,
    SameTileEverywhere, TileOriginMissing, ThreadsSwapped, ThreadIndexMissing, K0Missing,
    StaleTiles, WrongStep, OutputsMixedUp, OutputsAlike, AddedToOldC, ProductKept, InfinitySpread,
    StreamsInNoOrder, NeverSet, StoredZero, StoredConstant, Negated, SumMultiplied, OutputsTotalled,
    SumNeverReset, RunningSumAdded, KTailMissing, LastPhaseMissing, FirstPhaseOnly, SumStopsEarly,
    KTakenForOtherExtent, LastProductMissing, FirstProductMissing, FirstProductOnly,
    LastProductOnly, LastPhaseOnly, FirstPhaseMissing, PhaseRepeated, PhasesOverlap,
    PartOfEachPhase, EveryOtherProduct, ClampedPastK, WrappedPastK, TileNotZeroFilled, WholeNumbers,
    OperandsRounded, NotRounded, NotTf32, SumRounded, KnownMistake, OtherOperation, ElementByElement, SumBeginsAt, SumScaled,
    NegativesLost, OwnElementsOnly, OneTileForBoth, BlocksApart, OriginInElements, SumOverColumns, RolesExchanged, ThreadsApart,
    TooFewBlocks> {
  using OneOf::OneOf;
};
// clang-format on

template <typename... Each>
constexpr bool all_know_their_code(const OneOf<Each...>*) {
  return ((
              requires { Each::kLook; } || requires(Each each) { each.matrix; } ||
              requires(Each each) { each.before(); }) &&
          ...);
}
static_assert(all_know_their_code(static_cast<const Cause*>(nullptr)),
              "a cause needs kLook, the code of a kernel that it is about, or a matrix");

std::string_view name_of(const Cause& cause);
std::vector<std::string_view> all_cause_names();
bool is_cause_name(std::string_view name);

template <typename... Each>
bool cause_is(const Cause& cause) {
  return (holds_alternative<Each>(cause) || ...);
}

// Whether the cause says only where C is wrong, not why. It adds nothing when a more severe finding
// explains it.
bool says_only_where(const Cause& cause);

// Whether the cause comes from which threads stored what, and so explains also that two stored to
// one place.
bool is_measured(const Cause& cause);

// Whether the cause is about tiles that a kernel keeps between the loads and the products: a file
// without such an array has it not.
bool is_of_tiles(const Cause& cause);

// Whether it is about what only a kernel has: tiles, blocks, threads. Code of the host has it not.
bool is_of_kernel(const Cause& cause);

}  // namespace gemmlab
