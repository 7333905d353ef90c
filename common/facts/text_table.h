// Text tables: the files *.table that code reads, all of one grammar.
//
//   # Lines that begin with # are comments; empty ones mean nothing.
//   id    name          source
//   t4    "Tesla T4"    The first line names the columns. The last one is the rest of its line
//         and of the indented lines below it, joined by one blank.
//
// Columns are separated by blanks; a cell that has some is between quotation marks, but for the
// last column, in which they are what they are. text_table.py reads the same.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

// The message is "gpus.table:12:34: " (line and column, from 1) and the problem.
struct TableError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class TableRow {
 public:
  // A cell by its column's name. All throw TableError: number() if the cell is not a number or
  // negative, whole() also if it has a fraction.
  const std::string& text(std::string_view column) const {
    return cells_.at(std::string(column)).text;
  }
  std::vector<std::string> words(std::string_view column) const;
  double number(std::string_view column) const;
  int whole(std::string_view column) const;

  // Throws TableError at that cell.
  [[noreturn]] void fail(std::string_view column, const std::string& what) const;

 private:
  friend class TableReader;
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
std::vector<TableRow> read_table(std::string_view text, const std::string& name,
                                 const std::vector<std::string>& columns);

// The words in the last column of all rows, for lists in a table of these columns.
std::vector<std::string> words_of_table(std::string_view text, const std::string& name,
                                        const std::vector<std::string>& columns);

}  // namespace gemmlab
