// Where in C elements are wrong: the rows and columns that a set of elements is made of.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gemmlab {

// Some of the rows, or of the columns, 0 .. extent-1.
struct Stripes {
  enum class Kind {
    none,
    all,
    from,       // all from `first` on
    before,     // all before `end`
    range,      // from `first` to before `end`
    regular,    // those whose number modulo `period` is first .. end-1, at two periods and more
    scattered,  // no simple rule
  };
  Kind kind = Kind::none;
  int first = 0, end = 0, period = 0;

  bool is(Kind other) const { return kind == other; }
};

Stripes stripes_of(const std::vector<bool>& is_in);

// "rows 32 to 39", "rows 8 to 31 of every 32", "every row"; one row: "row 39".
std::string words(const Stripes& stripes, int extent, const std::string& noun);

// Elements that are whole rows together with whole columns (a band along the right or the bottom
// edge, or both), or that are just where some rows and some columns cross.
struct Region {
  enum class Kind { either, crossing };  // in such a row or column; in both
  Kind kind = Kind::either;
  Stripes rows, cols;

  bool is_everything() const;
};

// None, or all from one on.
bool is_edge(const Stripes& stripes);

// None, or regular ones.
bool is_regular(const Stripes& stripes);

// The first stripe of those along an edge; `extent` if there are none.
int end_of_right(const Stripes& stripes, int extent);

// Whether it is a single row or column.
bool is_one_line(const Region& region);

// "Rows 32 to 39 and columns 48 to 49", of a C [m, n].
std::string named(const Region& region, int m, int n, const std::string& joint);

// The elements [m, n] for which `is_in`, if they are such a region, but for at most `holes` of
// 100: wrong values may be right by chance.
std::optional<Region> region_of(int m,
                                int n,
                                const std::function<bool(int row, int col)>& is_in,
                                int holes);

}  // namespace gemmlab
