// Tables as in RFC 4180, or with ; or tabs, as spreadsheets write them: read so that a cell can be
// written back byte for byte (if it is UTF-8), and written so that a spreadsheet does not execute a
// student's text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct CsvCell {
  std::string raw;   // as read, including quotes
  std::string text;  // the value
};

struct CsvTable {
  std::vector<std::vector<CsvCell>> rows;  // without blank lines
  std::vector<int> lines;                  // start line of each row, from 1
  std::string mark;                        // the byte order mark, if the text had one
  std::string line_end;                    // "\n" or "\r\n", from the first line
  char separator = ',';                    // or ; or a tab: the most frequent in the first line
};

// The value in that column; empty if the row ends before it.
inline std::string text_at(const std::vector<CsvCell>& row, std::size_t at) {
  return at < row.size() ? row[at].text : "";
}

// Of UTF-8, or of UTF-16 with its mark. Throws std::runtime_error naming the line of an unclosed
// quote.
CsvTable read_csv(std::string_view text);

// A cell of free text: without control characters; with a leading quote if a spreadsheet would
// treat it as a formula (= + - @ first); quoted if it contains commas or quotes.
std::string csv_text(std::string_view text);

}  // namespace gemmlab
