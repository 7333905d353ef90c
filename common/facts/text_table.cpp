#include "common/facts/text_table.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

namespace gemmlab {
namespace {

constexpr std::string_view kBlanks = " \t\r";

[[noreturn]] void fail_at(const std::string& name, int line, std::size_t at,
                          const std::string& what) {
  throw TableError(name + ':' + std::to_string(line) + ':' + std::to_string(at + 1) + ": " + what);
}

std::string listed(const std::vector<std::string>& columns) {
  std::string list;
  for (const std::string& column : columns) {
    list += (list.empty() ? "" : ", ") + column;
  }
  return list;
}

}  // namespace

class TableReader {
 public:
  TableReader(std::string_view text, const std::string& name,
              const std::vector<std::string>& columns)
      : text_(text), name_(name), columns_(columns) {}

  std::vector<TableRow> rows() {
    while (!text_.empty()) {
      take_line();
      const std::size_t first = line_.find_first_not_of(kBlanks);
      if (first == line_.npos || line_.front() == '#') {
        continue;
      }
      if (first > 0) {
        take_continuation(line_.substr(first));
      } else if (!has_names_) {
        check_names();
      } else {
        take_row();
      }
    }
    if (rows_.empty()) {
      fail_at(name_, number_, 0, "the table has no row");
    }
    return std::move(rows_);
  }

 private:
  using Cell = TableRow::Cell;

  void take_line() {
    const std::size_t end = text_.find('\n');
    line_ = text_.substr(0, end);
    line_ = line_.substr(0, line_.find_last_not_of(kBlanks) + 1);
    text_.remove_prefix(end == text_.npos ? text_.size() : end + 1);
    ++number_;
  }

  void take_continuation(std::string_view more) {
    if (rows_.empty()) {
      fail_at(name_, number_, 0, "an indented line belongs to the row above it, and there is none");
    }
    rows_.back().cells_.at(columns_.back()).text.append(" ").append(more);
  }

  // From `at`, which goes to what follows. Of a name, of a column that is not the last.
  Cell take_cell(std::size_t& at) const {
    const std::size_t first = at;
    const bool is_quoted = line_[first] == '"';
    const std::size_t end =
        is_quoted ? line_.find('"', first + 1) : line_.find_first_of(kBlanks, first);
    if (is_quoted && end == line_.npos) {
      fail_at(name_, number_, first, "this quotation mark has no second one");
    }
    const std::size_t begin = first + is_quoted;
    at = line_.find_first_not_of(kBlanks, end == line_.npos ? end : end + is_quoted);
    return {std::string(line_.substr(begin, end - begin)), int(first) + 1};
  }

  std::vector<Cell> take_cells(std::size_t most) const {
    std::vector<Cell> cells;
    for (std::size_t at = 0; at != line_.npos;) {
      if (cells.size() + 1 == most) {
        cells.push_back({std::string(line_.substr(at)), int(at) + 1});
        break;
      }
      cells.push_back(take_cell(at));
    }
    if (cells.size() < columns_.size()) {
      fail_at(name_, number_, line_.size(),
              columns_[cells.size()] + " is missing: a row has " + listed(columns_));
    }
    return cells;
  }

  void check_names() {
    const std::vector<Cell> names = take_cells(0);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i >= columns_.size() || names[i].text != columns_[i]) {
        fail_at(name_, number_, names[i].column - 1,
                "the columns must be " + listed(columns_) + ", in this order, not '" +
                    names[i].text + "'");
      }
    }
    has_names_ = true;
  }

  void take_row() {
    std::vector<Cell> cells = take_cells(columns_.size());
    TableRow& row = rows_.emplace_back();
    row.name_ = name_;
    row.line_ = number_;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      row.cells_[columns_[i]] = std::move(cells[i]);
    }
  }

  std::string_view text_, line_;
  const std::string& name_;
  const std::vector<std::string>& columns_;
  int number_ = 0;
  bool has_names_ = false;
  std::vector<TableRow> rows_;
};

void TableRow::fail(std::string_view column, const std::string& what) const {
  fail_at(name_, line_, cells_.at(std::string(column)).column - 1,
          std::string(column) + ": " + what);
}

std::vector<std::string> TableRow::words(std::string_view column) const {
  std::vector<std::string> words;
  std::istringstream all(text(column));
  for (std::string word; all >> word;) {
    words.push_back(std::move(word));
  }
  return words;
}

double TableRow::number(std::string_view column) const {
  const std::string& cell = text(column);
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !(value >= 0)) {
    fail(column, "'" + cell + "' is not a number of at least 0");
  }
  return value;
}

int TableRow::whole(std::string_view column) const {
  const double value = number(column);
  if (value != std::floor(value) || value > 1e9) {
    fail(column, "'" + text(column) + "' is not a whole number");
  }
  return static_cast<int>(value);
}

std::vector<TableRow> read_table(std::string_view text, const std::string& name,
                                 const std::vector<std::string>& columns) {
  return TableReader(text, name, columns).rows();
}

std::vector<std::string> words_of_table(std::string_view text, const std::string& name,
                                        const std::vector<std::string>& columns) {
  std::vector<std::string> all;
  for (const TableRow& row : read_table(text, name, columns)) {
    std::vector<std::string> words = row.words(columns.back());
    all.insert(all.end(), std::make_move_iterator(words.begin()),
               std::make_move_iterator(words.end()));
  }
  return all;
}

}  // namespace gemmlab
