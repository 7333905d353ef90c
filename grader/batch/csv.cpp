#include "grader/batch/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <boost/locale/encoding_utf.hpp>
#include <stdexcept>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

// UTF-16 has a mark, which stays.
std::string as_utf8(std::string_view text) {
  const bool is_little = text.starts_with("\xFF\xFE");
  if (!is_little && !text.starts_with("\xFE\xFF")) {
    return std::string(text);
  }
  std::u16string units;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto byte = [&](bool is_second) {
      return static_cast<unsigned char>(text[i + is_second]);
    };
    units += char16_t(byte(is_little) << 8 | byte(!is_little));
  }
  return boost::locale::conv::utf_to_utf<char>(units);
}

char separator_of(std::string_view first_line) {
  return *std::ranges::max_element(std::string_view(",;\t"), {},
                                   [&](char c) { return std::ranges::count(first_line, c); });
}

// Removes a cell from the front of `text`, but not what ends it.
CsvCell take_cell(std::string_view& text, char separator, int& line) {
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
    if (!quoted && (c == separator || c == '\n' || c == '\r')) {
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

CsvTable read_csv(std::string_view bytes) {
  CsvTable table;
  const std::string all = as_utf8(bytes);
  std::string_view text = all;
  if (text.starts_with(kMark)) {
    table.mark = kMark;
    text.remove_prefix(kMark.size());
  }
  const std::size_t end = text.find('\n');
  table.line_end = end != text.npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
  table.separator = separator_of(text.substr(0, end));
  for (int line = 1; !text.empty();) {
    const int first_line = line;
    std::vector<CsvCell> row{take_cell(text, table.separator, line)};
    while (text.starts_with(table.separator)) {
      text.remove_prefix(1);
      row.push_back(take_cell(text, table.separator, line));
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
