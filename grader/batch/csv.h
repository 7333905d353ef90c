// Tables as RFC 4180 has them: read so that a cell can be written back byte for byte, and written
// so that a spreadsheet runs nothing of what a student typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct CsvCell {
  std::string raw;   // as it was, quotes included
  std::string text;  // what it says
};

struct CsvTable {
  std::vector<std::vector<CsvCell>> rows;  // blank lines left out
  std::vector<int> lines;                  // of each row's start, from 1
  std::string mark;                        // a byte order mark, if the text began with one
  std::string line_end;                    // "\n" or "\r\n": the first line's
};

// Throws std::runtime_error naming the line where a quote isn't closed.
CsvTable read_csv(std::string_view text);

// A cell of free text: control characters stripped; one that a spreadsheet would take for a
// formula (= + - @ first) gets a leading quote; quoted where commas or quotes are in it.
std::string csv_text(std::string_view text);

}  // namespace gemmlab
