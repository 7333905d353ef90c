// What most likely made values wrong: a closed list of facts, each with the data that a sentence
// needs. Result files, hints and mutants know them by their names: new ones may be added, none is
// renamed. A phase is one round of the loop over the tiles of k.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "common/facts/one_of.h"
#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// Data that several causes share.
struct InMatrix {  // whose index is wrong; c: all that is known is what C holds
  Matrix matrix = Matrix::both;
};
struct InTiles {
  Matrix matrix = Matrix::both;
  int tile = 0;
};
struct OfTile {
  int tile = 0;
};
struct OfK {
  int k = 0;
};
struct UpTo {  // sums that stop before `end` of k products; at 0: nothing is summed up
  int end = 0, k = 0;
};
struct OfOutputs {  // of a thread
  int outputs = 0;
};
struct OfBits {  // of mantissa
  int bits = 0;
};
struct OfRegion {
  Region region = {};
};
struct GridEnd {  // how far so many blocks along an axis have come
  Axis axis = Axis::row;
  int blocks = 0, done = 0, extent = 0;
};
struct OfGrid {
  Region region = {};
  std::vector<GridEnd> ends = {};
};

// What was never written: `region`, or (without one) all of a C that is small.
using NotWritten = NamedFact<"not_written">;
struct PartNotWritten {  // C is written up to some row or column only
  static constexpr std::string_view kName = "part_not_written";
  std::optional<Region> region = {};
  bool between_blocks = false;  // of threads
};
struct PartialTilesNotStored {  // though there are blocks for them
  static constexpr std::string_view kName = "partial_tiles_not_stored";
  std::optional<Region> region = {};
};
using GridRoundedDown = NamedFact<"grid_rounded_down", OfGrid>;  // no partial tiles
using GridTooSmall = NamedFact<"grid_too_small", OfGrid>;
struct GridSwapped {  // as many blocks in x as y needs, and the other way round
  static constexpr std::string_view kName = "grid_swapped";
  Region region = {};
  bool in_kernel = false;  // which takes the right grid the wrong way
};
using FirstBlockOnly = NamedFact<"first_block_only", OfRegion>;
struct OutputsNotStored {  // every thread leaves out the same ones of its outputs
  static constexpr std::string_view kName = "outputs_not_stored";
  std::optional<Region> region = {};
  int outputs = 0, apart = 0;  // of a thread, under one guard; 0: there is no such sign
  Axis axis = Axis::row;
};

// What is wrong where the rest is right.
struct LastTileWrong {
  static constexpr std::string_view kName = "last_tile_wrong";
  std::optional<Region> region = {};  // none: C is less than a tile, and 0 was stored
  bool rows = false, cols = false;    // the last row, or column, of tiles
};
struct PartWrong {  // from some row or column on
  static constexpr std::string_view kName = "part_wrong";
  Region region = {};
  std::optional<Extent> extent = {};  // where it begins
  int value = 0;                      // of that
};
using SomeOutputsWrong =
    NamedFact<"some_outputs_wrong", OfRegion>;  // the same ones of every thread

// What tells the shapes that are right from those that are wrong.
struct RightOnlyForSquares {
  static constexpr std::string_view kName = "right_only_for_squares";
  std::vector<Extent> equal = {};  // where it is right
  bool is_launched_flat = false;   // threads have one index each for all of C
};
struct RightOnlyForMultiples {
  static constexpr std::string_view kName = "right_only_for_multiples";
  std::vector<Extent> extents = {};
  int tile = 0;
};
using RightOnlyInOnePhase = NamedFact<"right_only_in_one_phase", OfK>;  // for k up to that
struct RightOnlyInOneBlock {
  static constexpr std::string_view kName = "right_only_in_one_block";
  std::optional<Region> region = {};  // what is wrong of one C; none: whole shapes are
  int largest = 0;                    // m and n that are right
};

// Which elements were read, and where results were stored.
struct Transposed {
  static constexpr std::string_view kName = "transposed";
  bool is_whole = false;  // C [m, n] holds its transpose [n, m]; else element by element
};
using ColumnMajor = NamedFact<"column_major">;
struct WrongRowLength {
  static constexpr std::string_view kName = "wrong_row_length";
  Matrix matrix = Matrix::c;
  Extent taken = Extent::m;
  int length = 0, right = 0;  // of a row: what it is taken for, what it is
};
using OperandsSwapped = NamedFact<"operands_swapped">;
using OperandTransposed = NamedFact<"operand_transposed", InMatrix>;
using OperandTileTransposed = NamedFact<"operand_tile_transposed", InTiles>;
using RowAndColumnSwapped = NamedFact<"row_and_column_swapped", InMatrix>;
struct ShiftedByOne {
  static constexpr std::string_view kName = "shifted_by_one";
  Matrix matrix = Matrix::c;
  int by = 0;               // 1, -1; 0: what was read does not exist, and 0 was stored
  Axis axis = Axis::row;    // of C's
  bool is_along_k = false;  // of an operand's
};
using BlocksSwapped = NamedFact<"blocks_swapped", InTiles>;  // blockIdx.x and blockIdx.y
struct SameTileEverywhere {
  static constexpr std::string_view kName = "same_tile_everywhere";
  std::optional<Region> unwritten = {};
  Axis axis = Axis::row;  // along which ...
  int blocks = 0;         // ... so many leave `unwritten` out
};
using TileOriginMissing =
    NamedFact<"tile_origin_missing", InTiles>;  // all blocks read the first tiles
struct ThreadsSwapped {                         // rows and columns within a tile
  static constexpr std::string_view kName = "threads_swapped";
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;  // where tiles are loaded
  int outputs = 0;          // rows or columns that a thread has; 0: one
};
struct ThreadIndexMissing {  // threads of a block share an index that should differ
  static constexpr std::string_view kName = "thread_index_missing";
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;        // in a tile of an operand
  std::optional<Axis> axis = {};  // of C's
  std::optional<Region> unwritten = {};
};
using K0Missing =
    NamedFact<"k0_missing", InTiles>;  // every phase reads the first tile of an operand
struct StaleTiles {                    // a phase uses a tile of another phase
  static constexpr std::string_view kName = "stale_tiles";
  enum class Which { before, after, every_second };
  Matrix matrix = Matrix::both;
  Which which = Which::before;
};
GEMMLAB_NAMES(StaleTiles::Which, before, after, every_second)
struct WrongStep {  // the next tile of k begins elsewhere, of one operand
  static constexpr std::string_view kName = "wrong_step";
  Matrix matrix = Matrix::a;
  int tile = 0;
  int count = 0;                    // of elements ...
  std::optional<Extent> rows = {};  // ... or of rows as long as that
};

// Several outputs a thread, computed in one order and stored in another: ...
struct OutputsSpread {  // side by side in one, apart in the other
  static constexpr std::string_view kName = "spread";
  int place = 0, tile = 0, origin = 0;  // place of a tile, and whose value it holds
};
using OutputsTurned = NamedFact<"turned", OfOutputs>;  // i and j of a thread's sums are swapped
struct OutputsCounted {  // a thread has so many where they are stored and where they are summed up
  static constexpr std::string_view kName = "counted";
  Axis axis = Axis::row;
  int stored = 0, summed = 0;
  int tile = 0;  // 0: what is stored does not fill C
};
struct MovedLine {
  int at = 0, origin = 0;
};
struct LinesMoved {
  static constexpr std::string_view kName = "moved";
  Axis axis = Axis::row;
  std::vector<MovedLine> examples = {};
};
struct OutputsMixedUp {
  static constexpr std::string_view kName = "outputs_mixed_up";
  std::variant<OutputsSpread, OutputsTurned, OutputsCounted, LinesMoved> how;
};
struct OutputsAlike {  // all outputs of a thread hold one of them
  static constexpr std::string_view kName = "outputs_alike";
  int outputs = 0;
  Axis axis = Axis::row;  // whose number tells them apart
  bool is_adjacent = false, is_first = false;
};

// What the sums hold.
using AddedToOldC = NamedFact<"added_to_old_c">;
using StoredZero = NamedFact<"stored_zero">;
struct StoredConstant {
  static constexpr std::string_view kName = "stored_constant";
  double value = 0;
};
using Negated = NamedFact<"negated">;
struct SumMultiplied {  // every product is added several times
  static constexpr std::string_view kName = "sum_multiplied";
  int factor = 0;
};
using OutputsTotalled =
    NamedFact<"outputs_totalled", OfOutputs>;                   // of a thread: all hold their total
using SumNeverReset = NamedFact<"sum_never_reset", OfOutputs>;  // 0: of all C, or of its row
using RunningSumAdded = NamedFact<"running_sum_added">;         // once more after every phase

using KTailMissing = NamedFact<"k_tail_missing", UpTo>;  // the last, partial phase
using LastPhaseMissing = NamedFact<"last_phase_missing", UpTo>;
using FirstPhaseOnly = NamedFact<"first_phase_only", UpTo>;
using SumStopsEarly = NamedFact<"sum_stops_early", UpTo>;
struct KTakenForOtherExtent {
  static constexpr std::string_view kName = "k_taken_for_other_extent";
  int end = 0, k = 0;
  Extent extent = Extent::n;
  int value = 0;  // of that
};
using LastProductMissing = NamedFact<"last_product_missing", OfK>;    // k = 1: nothing is summed up
using FirstProductMissing = NamedFact<"first_product_missing", OfK>;  // so here
using FirstProductOnly = NamedFact<"first_product_only">;
using LastProductOnly = NamedFact<"last_product_only">;
struct LastPhaseOnly {
  static constexpr std::string_view kName = "last_phase_only";
  int first = 0;
};
using FirstPhaseMissing = NamedFact<"first_phase_missing", OfTile>;
using PhaseRepeated = NamedFact<"phase_repeated", OfTile>;
using PhasesOverlap =
    NamedFact<"phases_overlap", OfTile>;  // the next begins one further on, not a tile
struct PartOfEachPhase {
  static constexpr std::string_view kName = "part_of_each_phase";
  int tile = 0, part = 0;
  bool is_missing = false;  // the first `part` products; else there is nothing but these
};
struct EveryOtherProduct {
  static constexpr std::string_view kName = "every_other_product";
  int stride = 0, first = 0;
};
struct ClampedPastK {  // the last product counts again where 0 should be
  static constexpr std::string_view kName = "clamped_past_k";
  int k = 0, times = 0;
};
using TileNotZeroFilled =
    NamedFact<"tile_not_zero_filled", OfK>;  // past k lies what was there before

using WholeNumbers = NamedFact<"whole_numbers">;
using OperandsRounded = NamedFact<"operands_rounded", OfBits>;
using SumRounded = NamedFact<"sum_rounded", OfBits>;

// clang-format off
GEMMLAB_ONE_OF(Cause, NotWritten, PartNotWritten, PartialTilesNotStored, GridRoundedDown, GridTooSmall, GridSwapped,
    FirstBlockOnly, OutputsNotStored, LastTileWrong, PartWrong, SomeOutputsWrong,
    RightOnlyForSquares, RightOnlyForMultiples, RightOnlyInOnePhase, RightOnlyInOneBlock,
    Transposed, ColumnMajor, WrongRowLength, OperandsSwapped, OperandTransposed,
    OperandTileTransposed, RowAndColumnSwapped, ShiftedByOne, BlocksSwapped, SameTileEverywhere,
    TileOriginMissing, ThreadsSwapped, ThreadIndexMissing, K0Missing, StaleTiles, WrongStep,
    OutputsMixedUp, OutputsAlike, AddedToOldC, StoredZero, StoredConstant, Negated, SumMultiplied,
    OutputsTotalled, SumNeverReset, RunningSumAdded, KTailMissing, LastPhaseMissing, FirstPhaseOnly,
    SumStopsEarly, KTakenForOtherExtent, LastProductMissing, FirstProductMissing, FirstProductOnly,
    LastProductOnly, LastPhaseOnly, FirstPhaseMissing, PhaseRepeated, PhasesOverlap,
    PartOfEachPhase, EveryOtherProduct, ClampedPastK, TileNotZeroFilled, WholeNumbers,
    OperandsRounded, SumRounded)
// clang-format on

std::string_view name_of(const Cause& cause);
std::vector<std::string_view> all_cause_names();
bool is_cause_name(std::string_view name);

template <typename... Each>
bool is(const Cause& cause) {
  return (std::holds_alternative<Each>(cause) || ...);
}

// Whether it tells where C is wrong and not why: nothing to add where a graver finding says why.
bool says_only_where(const Cause& cause);

}  // namespace gemmlab
