// What most likely made values wrong: a closed list of facts, each with the data that a sentence
// needs. Result files, hints and mutants refer to causes by their structs' names: new ones may be
// added, but none may be renamed. A phase is one iteration of the loop over the tiles of k.
#pragma once

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
struct NotWritten {};
struct PartNotWritten {  // C is written only up to some row or column
  std::optional<Region> region = {};
  bool between_blocks = false;  // of threads
};
struct PartialTilesNotStored {  // although there are blocks for them
  std::optional<Region> region = {};
};
struct GridRoundedDown : OfGrid {};  // partial tiles get no block
struct GridTooSmall : OfGrid {};
struct GridSwapped {  // the block counts in x and y are exchanged
  Region region = {};
  bool in_kernel = false;  // the grid is right, but the kernel reads it the wrong way round
};
struct FirstBlockOnly : OfRegion {};
struct OutputsNotStored {  // every thread omits the same outputs
  std::optional<Region> region = {};
  int outputs = 0, apart = 0;  // per thread, under one guard; 0: no such sign
  Axis axis = Axis::row;
};

// What is wrong while the rest is right.
struct LastTileWrong {
  std::optional<Region> region = {};  // none: C is smaller than a tile, and 0 was stored
  bool rows = false, cols = false;    // the last row or column of tiles
};
struct PartWrong {  // all from some row or column on
  Region region = {};
  std::optional<Extent> extent = {};  // the extent where it begins
  int value = 0;                      // the value of that extent
};
struct SomeOutputsWrong : OfRegion {};  // the same ones in every thread

// What distinguishes the shapes with right results from the others.
struct RightOnlyForSquares {
  std::vector<Extent> equal = {};  // the equal extents of the shapes that are right
  bool is_launched_flat = false;   // each thread has a single index into all of C
};
struct RightOnlyForMultiples {
  std::vector<Extent> extents = {};
  int tile = 0;
};
struct RightOnlyInOnePhase : OfK {};  // for k up to this
struct RightOnlyInOneBlock {
  std::optional<Region> region = {};  // the wrong part of one C; none: whole shapes are wrong
  int largest = 0;                    // the largest m and n that are right
};

// Which elements were read, and where results were stored.
struct Transposed {
  bool is_whole = false;  // C [m, n] holds its transpose [n, m]; else element by element
};
struct ColumnMajor {};
struct WrongRowLength {
  Matrix matrix = Matrix::c;
  Extent taken = Extent::m;
  int length = 0, right = 0;  // the assumed and the correct row length
};
struct OperandsSwapped {};
struct OperandTransposed : InMatrix {};
struct OperandTileTransposed : InTiles {};
struct RowAndColumnSwapped : InMatrix {};
struct ShiftedByOne {
  Matrix matrix = Matrix::c;
  int by = 0;               // 1, -1; 0: the element read does not exist, and 0 was stored
  Axis axis = Axis::row;    // of C
  bool is_along_k = false;  // along k of an operand
};
struct BlocksSwapped : InTiles {};  // blockIdx.x and blockIdx.y
struct SameTileEverywhere {
  std::optional<Region> unwritten = {};
  Axis axis = Axis::row;  // the axis along which ...
  int blocks = 0;         // ... this many blocks leave out `unwritten`
};
struct TileOriginMissing : InTiles {};  // all blocks read the first tiles
// Rows and columns within a tile.
struct ThreadsSwapped {
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;  // when tiles are loaded
  int outputs = 0;          // rows or columns per thread; 0: one
};
struct ThreadIndexMissing {  // threads of a block share an index that should differ
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;        // inside a tile of an operand
  std::optional<Axis> axis = {};  // of C
  std::optional<Region> unwritten = {};
};
// Every phase reads the first tile of an operand.
struct K0Missing : InTiles {};
// A phase uses a tile from another phase.
struct StaleTiles {
  enum class Which { before, after, every_second };
  Matrix matrix = Matrix::both;
  Which which = Which::before;
};
GEMMLAB_NAMES(StaleTiles::Which, before, after, every_second)
struct WrongStep {  // the next tile of k of one operand starts at the wrong place
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
struct OutputsTurned : OfOutputs {  // i and j of a thread's sums are swapped
  static constexpr std::string_view kName = "turned";
};
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
  std::variant<OutputsSpread, OutputsTurned, OutputsCounted, LinesMoved> how;
};
struct OutputsAlike {  // all outputs of a thread hold the value of one of them
  int outputs = 0;
  Axis axis = Axis::row;  // the axis along which they should differ
  bool is_adjacent = false, is_first = false;
};

// What the sums contain.
struct AddedToOldC {};
struct ProductKept {};       // C is that of other inputs, of the call before
struct InfinitySpread {};    // or is lost: one element of A or B is infinity
struct StreamsInNoOrder {};  // C is right if other streams come first
struct NeverSet {};          // a sum begins with what its variable held
struct StoredZero {};
struct StoredConstant {
  double value = 0;
};
struct Negated {};
struct SumMultiplied {  // every product is added several times
  int factor = 0;
};
struct OutputsTotalled : OfOutputs {};  // of a thread: each holds the total of all
struct SumNeverReset : OfOutputs {};    // 0: all of C, or its row
struct RunningSumAdded {};              // again after every phase

struct KTailMissing : UpTo {};  // the last, partial phase
struct LastPhaseMissing : UpTo {};
struct FirstPhaseOnly : UpTo {};
struct SumStopsEarly : UpTo {};
struct KTakenForOtherExtent {
  int end = 0, k = 0;
  Extent extent = Extent::n;
  int value = 0;  // the value of that extent
};
struct LastProductMissing : OfK {};   // k = 1: nothing is added
struct FirstProductMissing : OfK {};  // the same
struct FirstProductOnly {};
struct LastProductOnly {};
struct LastPhaseOnly {
  int first = 0;
};
struct FirstPhaseMissing : OfTile {};
struct PhaseRepeated : OfTile {};
struct PhasesOverlap : OfTile {};  // the next phase starts one element further, not one tile
struct PartOfEachPhase {
  int tile = 0, part = 0;
  bool is_missing = false;  // the first `part` products are missing; else only they are present
};
struct EveryOtherProduct {
  int stride = 0, first = 0;
};
struct ClampedPastK {  // the last product is added again in place of 0
  int k = 0, times = 0;
};
struct TileNotZeroFilled : OfK {};  // beyond k the tile keeps its old contents

struct WholeNumbers {};
struct OperandsRounded : OfBits {};
struct SumRounded : OfBits {};

// clang-format off
GEMMLAB_ONE_OF(Cause, NotWritten, PartNotWritten, PartialTilesNotStored, GridRoundedDown, GridTooSmall, GridSwapped,
    FirstBlockOnly, OutputsNotStored, LastTileWrong, PartWrong, SomeOutputsWrong,
    RightOnlyForSquares, RightOnlyForMultiples, RightOnlyInOnePhase, RightOnlyInOneBlock,
    Transposed, ColumnMajor, WrongRowLength, OperandsSwapped, OperandTransposed,
    OperandTileTransposed, RowAndColumnSwapped, ShiftedByOne, BlocksSwapped, SameTileEverywhere,
    TileOriginMissing, ThreadsSwapped, ThreadIndexMissing, K0Missing, StaleTiles, WrongStep,
    OutputsMixedUp, OutputsAlike, AddedToOldC, ProductKept, InfinitySpread, StreamsInNoOrder, NeverSet, StoredZero, StoredConstant, Negated, SumMultiplied,
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
