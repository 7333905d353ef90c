// Text tables: a line of column names, then one row per line, with columns separated by blanks; the
// last column is the rest of its line. Lines that start with # are comments.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab::model {

// The message is "gpus.table:12:34: " (line and column, from 1) and the problem.
struct TableError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Row {
 public:
  // A cell by its column's name. All throw TableError: number() if the cell is not a number or
  // negative, whole() also if it has a fraction.
  const std::string& text(std::string_view column) const {
    return cells_.at(std::string(column)).text;
  }
  double number(std::string_view column) const;
  int whole(std::string_view column) const;

  // Throws TableError at that cell.
  [[noreturn]] void fail(std::string_view column, const std::string& what) const;

 private:
  friend std::vector<Row> read_table(std::string_view text, const std::string& name,
                                     const std::vector<std::string>& columns);
  struct Cell {
    std::string text;
    int column = 0;  // start column, from 1
  };

  std::string name_;
  int line_ = 0;
  std::map<std::string, Cell, std::less<>> cells_;
};

// All rows of a table that has exactly these columns, in this order. `name` is for messages. Throws
// TableError for other columns, missing cells, and a table without rows.
std::vector<Row> read_table(std::string_view text, const std::string& name,
                            const std::vector<std::string>& columns);

}  // namespace gemmlab::model
