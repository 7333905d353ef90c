// What most likely made values wrong: a closed list of facts, each with the data that a sentence
// needs. Result files, hints and mutants refer to causes by name: new ones may be added, but none
// may be renamed. A phase is one iteration of the loop over the tiles of k.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "common/facts/one_of.h"
#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// Data that several causes share.
struct InMatrix {  // the matrix whose index is wrong; c: known only from the contents of C
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
struct UpTo {  // sums that stop after `end` of k products; at 0: nothing is added
  int end = 0, k = 0;
};
struct OfOutputs {  // of a thread
  int outputs = 0;
};
struct OfBits {  // mantissa bits
  int bits = 0;
};
struct OfRegion {
  Region region = {};
};
struct GridEnd {  // how far this many blocks reach along an axis
  Axis axis = Axis::row;
  int blocks = 0, done = 0, extent = 0;
};
struct OfGrid {
  Region region = {};
  std::vector<GridEnd> ends = {};
};

// What was never written: `region`, or without one all of a small C.
using NotWritten = NamedFact<"not_written">;
struct PartNotWritten {  // C is written only up to some row or column
  static constexpr std::string_view kName = "part_not_written";
  std::optional<Region> region = {};
  bool between_blocks = false;  // of threads
};
struct PartialTilesNotStored {  // although there are blocks for them
  static constexpr std::string_view kName = "partial_tiles_not_stored";
  std::optional<Region> region = {};
};
using GridRoundedDown = NamedFact<"grid_rounded_down", OfGrid>;  // partial tiles get no block
using GridTooSmall = NamedFact<"grid_too_small", OfGrid>;
struct GridSwapped {  // the block counts in x and y are exchanged
  static constexpr std::string_view kName = "grid_swapped";
  Region region = {};
  bool in_kernel = false;  // the grid is right, but the kernel reads it the wrong way round
};
using FirstBlockOnly = NamedFact<"first_block_only", OfRegion>;
struct OutputsNotStored {  // every thread omits the same outputs
  static constexpr std::string_view kName = "outputs_not_stored";
  std::optional<Region> region = {};
  int outputs = 0, apart = 0;  // per thread, under one guard; 0: no such sign
  Axis axis = Axis::row;
};

// What is wrong while the rest is right.
struct LastTileWrong {
  static constexpr std::string_view kName = "last_tile_wrong";
  std::optional<Region> region = {};  // none: C is smaller than a tile, and 0 was stored
  bool rows = false, cols = false;    // the last row or column of tiles
};
struct PartWrong {  // all from some row or column on
  static constexpr std::string_view kName = "part_wrong";
  Region region = {};
  std::optional<Extent> extent = {};  // the extent where it begins
  int value = 0;                      // the value of that extent
};
using SomeOutputsWrong =
    NamedFact<"some_outputs_wrong", OfRegion>;  // the same ones in every thread

// What distinguishes the shapes with right results from the others.
struct RightOnlyForSquares {
  static constexpr std::string_view kName = "right_only_for_squares";
  std::vector<Extent> equal = {};  // the equal extents of the shapes that are right
  bool is_launched_flat = false;   // each thread has a single index into all of C
};
struct RightOnlyForMultiples {
  static constexpr std::string_view kName = "right_only_for_multiples";
  std::vector<Extent> extents = {};
  int tile = 0;
};
using RightOnlyInOnePhase = NamedFact<"right_only_in_one_phase", OfK>;  // for k up to this
struct RightOnlyInOneBlock {
  static constexpr std::string_view kName = "right_only_in_one_block";
  std::optional<Region> region = {};  // the wrong part of one C; none: whole shapes are wrong
  int largest = 0;                    // the largest m and n that are right
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
  int length = 0, right = 0;  // the assumed and the correct row length
};
using OperandsSwapped = NamedFact<"operands_swapped">;
using OperandTransposed = NamedFact<"operand_transposed", InMatrix>;
using OperandTileTransposed = NamedFact<"operand_tile_transposed", InTiles>;
using RowAndColumnSwapped = NamedFact<"row_and_column_swapped", InMatrix>;
struct ShiftedByOne {
  static constexpr std::string_view kName = "shifted_by_one";
  Matrix matrix = Matrix::c;
  int by = 0;               // 1, -1; 0: the element read does not exist, and 0 was stored
  Axis axis = Axis::row;    // of C
  bool is_along_k = false;  // along k of an operand
};
using BlocksSwapped = NamedFact<"blocks_swapped", InTiles>;  // blockIdx.x and blockIdx.y
struct SameTileEverywhere {
  static constexpr std::string_view kName = "same_tile_everywhere";
  std::optional<Region> unwritten = {};
  Axis axis = Axis::row;  // the axis along which ...
  int blocks = 0;         // ... this many blocks leave out `unwritten`
};
using TileOriginMissing =
    NamedFact<"tile_origin_missing", InTiles>;  // all blocks read the first tiles
struct ThreadsSwapped {                         // rows and columns within a tile
  static constexpr std::string_view kName = "threads_swapped";
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;  // when tiles are loaded
  int outputs = 0;          // rows or columns per thread; 0: one
};
struct ThreadIndexMissing {  // threads of a block share an index that should differ
  static constexpr std::string_view kName = "thread_index_missing";
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;        // inside a tile of an operand
  std::optional<Axis> axis = {};  // of C
  std::optional<Region> unwritten = {};
};
using K0Missing =
    NamedFact<"k0_missing", InTiles>;  // every phase reads the first tile of an operand
struct StaleTiles {                    // a phase uses a tile from another phase
  static constexpr std::string_view kName = "stale_tiles";
  enum class Which { before, after, every_second };
  Matrix matrix = Matrix::both;
  Which which = Which::before;
};
GEMMLAB_NAMES(StaleTiles::Which, before, after, every_second)
struct WrongStep {  // the next tile of k of one operand starts at the wrong place
  static constexpr std::string_view kName = "wrong_step";
  Matrix matrix = Matrix::a;
  int tile = 0;
  int count = 0;                    // in elements ...
  std::optional<Extent> rows = {};  // ... or in rows of this length
};

// Each thread has several outputs, computed in one order and stored in another: ...
struct OutputsSpread {  // adjacent in one, apart in the other
  static constexpr std::string_view kName = "spread";
  int place = 0, tile = 0, origin = 0;  // a place in a tile, and the place whose value it holds
};
using OutputsTurned = NamedFact<"turned", OfOutputs>;  // i and j of a thread's sums are swapped
struct OutputsCounted {  // a thread sums and stores different numbers of outputs
  static constexpr std::string_view kName = "counted";
  Axis axis = Axis::row;
  int stored = 0, summed = 0;
  int tile = 0;  // 0: the stored outputs do not fill C
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
struct OutputsAlike {  // all outputs of a thread hold the value of one of them
  static constexpr std::string_view kName = "outputs_alike";
  int outputs = 0;
  Axis axis = Axis::row;  // the axis along which they should differ
  bool is_adjacent = false, is_first = false;
};

// What the sums contain.
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
    NamedFact<"outputs_totalled", OfOutputs>;  // of a thread: each holds the total of all
using SumNeverReset = NamedFact<"sum_never_reset", OfOutputs>;  // 0: all of C, or its row
using RunningSumAdded = NamedFact<"running_sum_added">;         // again after every phase

using KTailMissing = NamedFact<"k_tail_missing", UpTo>;  // the last, partial phase
using LastPhaseMissing = NamedFact<"last_phase_missing", UpTo>;
using FirstPhaseOnly = NamedFact<"first_phase_only", UpTo>;
using SumStopsEarly = NamedFact<"sum_stops_early", UpTo>;
struct KTakenForOtherExtent {
  static constexpr std::string_view kName = "k_taken_for_other_extent";
  int end = 0, k = 0;
  Extent extent = Extent::n;
  int value = 0;  // the value of that extent
};
using LastProductMissing = NamedFact<"last_product_missing", OfK>;    // k = 1: nothing is added
using FirstProductMissing = NamedFact<"first_product_missing", OfK>;  // the same
using FirstProductOnly = NamedFact<"first_product_only">;
using LastProductOnly = NamedFact<"last_product_only">;
struct LastPhaseOnly {
  static constexpr std::string_view kName = "last_phase_only";
  int first = 0;
};
using FirstPhaseMissing = NamedFact<"first_phase_missing", OfTile>;
using PhaseRepeated = NamedFact<"phase_repeated", OfTile>;
using PhasesOverlap =
    NamedFact<"phases_overlap", OfTile>;  // the next phase starts one element further, not one tile
struct PartOfEachPhase {
  static constexpr std::string_view kName = "part_of_each_phase";
  int tile = 0, part = 0;
  bool is_missing = false;  // the first `part` products are missing; else only they are present
};
struct EveryOtherProduct {
  static constexpr std::string_view kName = "every_other_product";
  int stride = 0, first = 0;
};
struct ClampedPastK {  // the last product is added again in place of 0
  static constexpr std::string_view kName = "clamped_past_k";
  int k = 0, times = 0;
};
using TileNotZeroFilled =
    NamedFact<"tile_not_zero_filled", OfK>;  // beyond k the tile keeps its old contents

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

// Whether the cause says only where C is wrong, not why. It adds nothing when a more severe finding
// explains it.
bool says_only_where(const Cause& cause);

}  // namespace gemmlab
