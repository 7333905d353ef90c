#include "common/model/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <system_error>

namespace gemmlab::model {

[[noreturn]] static void fail_at(const std::string& name, int line, int column,
                                 const std::string& what) {
  throw TableError(fmt::format("{}:{}:{}: {}", name, line, column, what));
}

constexpr std::string_view kBlanks = " \t\r";

void Row::fail(std::string_view column, const std::string& what) const {
  fail_at(name_, line_, cells_.at(std::string(column)).column, fmt::format("{}: {}", column, what));
}

double Row::number(std::string_view column) const {
  const std::string& cell = text(column);
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !(value >= 0)) {
    fail(column, fmt::format("'{}' is not a number of at least 0", cell));
  }
  return value;
}

int Row::whole(std::string_view column) const {
  const double value = number(column);
  if (value != std::floor(value) || value > 1e9) {
    fail(column, fmt::format("'{}' is not a whole number", text(column)));
  }
  return static_cast<int>(value);
}

std::vector<Row> read_table(std::string_view text, const std::string& name,
                            const std::vector<std::string>& columns) {
  std::vector<Row> rows;
  bool has_names = false;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.erase(line.find_last_not_of(kBlanks) + 1);
    std::size_t at = line.find_first_not_of(kBlanks);
    if (at == std::string::npos || line[at] == '#') {
      continue;
    }
    std::vector<Row::Cell> cells;
    while (at != std::string::npos) {
      const bool is_last = has_names && cells.size() + 1 == columns.size();
      const std::size_t end = is_last ? line.size() : line.find_first_of(kBlanks, at);
      cells.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
      at = end == std::string::npos ? end : line.find_first_not_of(kBlanks, end);
    }
    if (cells.size() < columns.size()) {
      fail_at(name, number, static_cast<int>(line.size()) + 1,
              fmt::format("{} is missing: a row has {}", columns[cells.size()],
                          fmt::join(columns, ", ")));
    }
    if (has_names) {
      Row& row = rows.emplace_back();
      row.name_ = name;
      row.line_ = number;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        row.cells_[columns[i]] = std::move(cells[i]);
      }
      continue;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i >= columns.size() || cells[i].text != columns[i]) {
        fail_at(name, number, cells[i].column,
                fmt::format("the columns must be {}, in this order, not '{}'",
                            fmt::join(columns, ", "), cells[i].text));
      }
    }
    has_names = true;
  }
  if (rows.empty()) {
    fail_at(name, number, 1, "the table has no row");
  }
  return rows;
}

}  // namespace gemmlab::model
