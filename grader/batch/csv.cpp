#include "grader/batch/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <stdexcept>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

// Removes a cell from the front of `text`, including the comma or line end after it.
CsvCell take_cell(std::string_view& text, int& line) {
  const int first_line = line;
  CsvCell cell;
  bool quoted = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      if (!quoted && at > 0 && text[at - 1] == '"') {  // a doubled quote stands for itself
        cell.text += '"';
      }
      quoted = !quoted;
      continue;
    }
    if (!quoted && (c == ',' || c == '\n' || c == '\r')) {
      break;
    }
    line += c == '\n';
    cell.text += c;
  }
  if (quoted) {
    throw std::runtime_error(fmt::format("line {}: a quote is not closed", first_line));
  }
  cell.raw = text.substr(0, at);
  text.remove_prefix(at);
  return cell;
}

}  // namespace

CsvTable read_csv(std::string_view text) {
  CsvTable table;
  if (text.starts_with(kMark)) {
    table.mark = kMark;
    text.remove_prefix(kMark.size());
  }
  const std::size_t end = text.find('\n');
  table.line_end = end != text.npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
  for (int line = 1; !text.empty();) {
    const int first_line = line;
    std::vector<CsvCell> row{take_cell(text, line)};
    while (text.starts_with(',')) {
      text.remove_prefix(1);
      row.push_back(take_cell(text, line));
    }
    text.remove_prefix(text.starts_with('\r') ? 1 : 0);
    text.remove_prefix(text.starts_with('\n') ? 1 : 0);
    ++line;
    if (row.size() > 1 || !row[0].raw.empty()) {
      table.rows.push_back(std::move(row));
      table.lines.push_back(first_line);
    }
  }
  return table;
}

std::string csv_text(std::string_view text) {
  std::string shown = printable(text);
  std::ranges::replace(shown, '\n', ' ');
  // A tab became blanks, and blanks before a formula do not hide it from every program.
  const std::size_t first = shown.find_first_not_of(' ');
  if (first != shown.npos &&
      std::string_view("=+-@").find(shown[first]) != std::string_view::npos) {
    shown.insert(0, 1, '\'');
  }
  return shown.find_first_of(",\"'") == shown.npos
             ? shown
             : '"' + boost::replace_all_copy(shown, "\"", "\"\"") + '"';
}

}  // namespace gemmlab
