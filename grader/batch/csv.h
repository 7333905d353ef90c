// Tables as in RFC 4180, or with ; or tabs, as spreadsheets write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

using CsvRow = std::vector<std::string>;

struct CsvTable {
  std::vector<CsvRow> rows;  // without blank lines
  std::vector<int> lines;    // start line of each row, from 1
};

// The value in that column; empty if the row ends before it.
inline std::string text_at(const CsvRow& row, std::size_t at) {
  return at < row.size() ? row[at] : "";
}

// Of UTF-8, or of UTF-16 with its mark. Throws std::runtime_error naming the line of an unclosed
// quote.
CsvTable read_csv(std::string_view text);

}  // namespace gemmlab
