// Causes that are known by which elements were read, and where results were stored.
#pragma once

#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// Which elements were read, and where results were stored.
struct Transposed {
  static constexpr Code kLook[] = {Code::stores};
  bool is_whole = false;  // C [m, n] holds its transpose [n, m]; else element by element
};
GEMMLAB_JSON(Transposed, is_whole)

struct ColumnMajor {
  static constexpr Code kLook[] = {Code::loads};
};

struct WrongRowLength {
  Matrix matrix = Matrix::c;
  Extent taken = Extent::m;
  int length = 0, right = 0;  // the assumed and the correct row length
};
GEMMLAB_JSON(WrongRowLength, matrix, taken, length, right)

// Its rows are further apart in memory than they are long.
struct PitchForgotten {
  Matrix matrix = Matrix::b;
  int length = 0, pitch = 0;
};
GEMMLAB_JSON(PitchForgotten, matrix, length, pitch)

struct OperandsSwapped {
  static constexpr Code kLook[] = {Code::loads};
};

struct OperandTransposed : InMatrix {};
struct OperandTileTransposed : InTiles {
  static constexpr bool kIsOfTiles = true;
};
struct RowAndColumnSwapped : InMatrix {};
struct ShiftedByOne {
  Matrix matrix = Matrix::c;
  int by = 0;               // 1, -1; 0: the element read does not exist, and 0 was stored
  Axis axis = Axis::row;    // of C
  bool is_along_k = false;  // along k of an operand
};
GEMMLAB_JSON(ShiftedByOne, matrix, by, axis, is_along_k)

struct BlocksSwapped : InTiles {  // blockIdx.x and blockIdx.y
  static constexpr bool kIsOfKernel = true;
};
struct SameTileEverywhere {
  static constexpr bool kIsOfKernel = true;
  static constexpr Code kLook[] = {Code::stores};
  std::optional<Region> unwritten = {};
  Axis axis = Axis::row;  // the axis along which ...
  int blocks = 0;         // ... this many blocks leave out `unwritten`
  std::vector<Code> before() const {
    return {axis == Axis::row ? Code::threads_y : Code::threads_x};
  }
};
GEMMLAB_JSON(SameTileEverywhere, unwritten, axis, blocks)

struct TileOriginMissing : InTiles {  // all blocks read the first tiles
  static constexpr bool kIsOfKernel = true;
};
// Rows and columns within a tile.
struct ThreadsSwapped {
  static constexpr bool kIsOfKernel = true;
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;  // when tiles are loaded
  int outputs = 0;          // rows or columns per thread; 0: one
};
GEMMLAB_JSON(ThreadsSwapped, matrix, tile, is_along_k, outputs)

struct ThreadIndexMissing {  // threads of a block share an index that should differ
  static constexpr bool kIsOfKernel = true;
  Matrix matrix = Matrix::c;
  int tile = 0;
  bool is_along_k = false;        // inside a tile of an operand
  std::optional<Axis> axis = {};  // of C
  std::optional<Region> unwritten = {};
  std::vector<Code> before() const {
    return is_along_k ? std::vector{Code::fixed_reads} : std::vector<Code>();
  }
};
GEMMLAB_JSON(ThreadIndexMissing, matrix, tile, is_along_k, axis, unwritten)

// Every phase reads the first tile of an operand.
struct K0Missing : InTiles {
  static constexpr bool kIsOfTiles = true;
};
// A phase uses a tile from another phase.
struct StaleTiles {
  static constexpr bool kIsOfTiles = true;
  enum class Which { before, after, every_second };
  Matrix matrix = Matrix::both;
  Which which = Which::before;
};
GEMMLAB_NAMES(StaleTiles::Which, before, after, every_second)
GEMMLAB_JSON(StaleTiles, matrix, which)

struct WrongStep {  // the next tile of k of one operand starts at the wrong place
  static constexpr bool kIsOfTiles = true;
  Matrix matrix = Matrix::a;
  int tile = 0;
  int count = 0;                    // in elements ...
  std::optional<Extent> rows = {};  // ... or in rows of this length
};
GEMMLAB_JSON(WrongStep, matrix, tile, count, rows)

}  // namespace gemmlab
