// The parts that causes are made of: names, matrices, directions, regions of C.
#pragma once

#include "common/facts/names.h"

namespace gemmlab {

GEMMLAB_ENUM(Matrix, a, b, both, c)  // both: A and B

GEMMLAB_ENUM(Axis, row, column)

GEMMLAB_ENUM(Extent, m, n, k)

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

  bool is(Kind other) const { return kind == other; }
  bool is_edge() const { return is(Kind::none) || is(Kind::from); }
  bool is_regular() const { return is(Kind::none) || is(Kind::regular); }
  // Where the stripes along an edge begin; `extent` if there are none.
  int end_of_right(int extent) const { return is(Kind::none) ? extent : first; }
};
GEMMLAB_NAMES(Stripes::Kind, none, all, from, before, range, regular, scattered)

// Elements that form whole rows and whole columns (a band along the right edge, the bottom edge, or
// both), or only the crossings of some rows and some columns.
struct Region {
  enum class Kind { either, crossing };  // in such a row or such a column; in both
  Kind kind = Kind::either;
  Stripes rows, cols;
};
GEMMLAB_NAMES(Region::Kind, either, crossing)

}  // namespace gemmlab
