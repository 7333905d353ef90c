// Tables of text: a line of column names, then one row a line, columns parted by blanks; the last
// column is the rest of its line. Lines that start with # are comments.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab::model {

// Says "gpus.table:12:34: " (line and column, from 1) and what is wrong there.
struct TableError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Row {
 public:
  // A cell by its column's name. Each throws TableError: the number where it is none or negative,
  // the whole number also where it has a fraction.
  const std::string& text(std::string_view column) const;
  double number(std::string_view column) const;
  int whole(std::string_view column) const;

  // Throws TableError at that cell.
  [[noreturn]] void fail(std::string_view column, const std::string& what) const;

 private:
  friend std::vector<Row> read_table(std::string_view text,
                                     const std::string& name,
                                     const std::vector<std::string>& columns);
  struct Cell {
    std::string text;
    int column = 0;  // where it starts, from 1
  };

  std::string name_;
  int line_ = 0;
  std::map<std::string, Cell, std::less<>> cells_;
};

// All rows of a table that has just these columns, in this order. `name` is for messages. Throws
// TableError for other columns, rows that lack a cell, and a table without rows.
std::vector<Row> read_table(std::string_view text,
                            const std::string& name,
                            const std::vector<std::string>& columns);

}  // namespace gemmlab::model
