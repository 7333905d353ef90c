// The parts that causes are made of: names, matrices, directions, regions of C.
#pragma once

#include <vector>

#include "common/facts/json_fields.h"
#include "common/facts/names.h"

namespace gemmlab {

GEMMLAB_ENUM(Matrix, a, b, both, c)  // both: A and B

GEMMLAB_ENUM(Axis, row, column)

GEMMLAB_ENUM(Extent, m, n, k)

// Kinds of code in a kernel, or around it, that a cause is about: where to look if no small change
// helps. A cause lists them as kLook; those that come before the lines where a failure showed, as
// kLookFirst, or before(). One without such a list has a matrix: loads of an operand, stores of C.
GEMMLAB_ENUM(Code, stores, loads, products, loops_of_products, sums, rounding, extents, launches,
             statics, operations, beginnings, scalings, stored, same_memory, origins_x, origins_y,
             threads_x, threads_y, block, fixed_reads, a_fragments, b_fragments, loops_of_stores,
             long_steps)

// Some of the rows or columns 0 .. extent-1.
struct Stripes {
  enum class Kind {
    none,
    all,
    from,       // all, starting with `first`
    before,     // all before `end`
    range,      // from `first` to before `end`
    regular,    // those whose index modulo `period` is first .. end-1, over at least two periods
    scattered,  // no simple rule
  };
  Kind kind = Kind::none;
  int first = 0, end = 0, period = 0;

  bool is_kind(Kind other) const { return kind == other; }
  bool is_edge() const { return is_kind(Kind::none) || is_kind(Kind::from); }
  bool is_regular() const { return is_kind(Kind::none) || is_kind(Kind::regular); }
  // Where the stripes along an edge begin; `extent` if there are none.
  int end_of_right(int extent) const { return is_kind(Kind::none) ? extent : first; }
};
GEMMLAB_NAMES(Stripes::Kind, none, all, from, before, range, regular, scattered)
GEMMLAB_JSON(Stripes, kind, first, end, period)

// Elements that form whole rows and whole columns (a band along the right edge, the bottom edge, or
// both), or only the crossings of some rows and some columns.
struct Region {
  enum class Kind { either, crossing };  // in such a row or such a column; in both
  Kind kind = Kind::either;
  Stripes rows, cols;
};
GEMMLAB_NAMES(Region::Kind, either, crossing)
GEMMLAB_JSON(Region, kind, rows, cols)

// ---- data that several causes share ----

struct InMatrix {  // the matrix whose index is wrong; c: known only from the contents of C
  Matrix matrix = Matrix::both;
};
GEMMLAB_JSON(InMatrix, matrix)

struct InTiles {
  Matrix matrix = Matrix::both;
  int tile = 0;
};
GEMMLAB_JSON(InTiles, matrix, tile)

struct OfTile {
  int tile = 0;
};
GEMMLAB_JSON(OfTile, tile)

struct OfK {
  int k = 0;
};
GEMMLAB_JSON(OfK, k)

struct UpTo {  // sums that stop after `end` of k products; at 0: nothing is added
  int end = 0, k = 0;
};
GEMMLAB_JSON(UpTo, end, k)

struct OfOutputs {  // of a thread
  int outputs = 0;
};
GEMMLAB_JSON(OfOutputs, outputs)

struct OfBits {  // mantissa bits
  int bits = 0;
};
GEMMLAB_JSON(OfBits, bits)

struct OfRegion {
  Region region = {};
};
GEMMLAB_JSON(OfRegion, region)

struct GridEnd {  // how far this many blocks reach along an axis
  Axis axis = Axis::row;
  int blocks = 0, done = 0, extent = 0;
};
GEMMLAB_JSON(GridEnd, axis, blocks, done, extent)

struct OfGrid {
  Region region = {};
  std::vector<GridEnd> ends = {};
  bool is_flat = false;  // the kernel asks for no block in y: those in x count all parts of C
};
GEMMLAB_JSON(OfGrid, region, ends, is_flat)

}  // namespace gemmlab
