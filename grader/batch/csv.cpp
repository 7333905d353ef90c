#include "grader/batch/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/locale/encoding_utf.hpp>
#include <stdexcept>

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
std::string take_cell(std::string_view& text, char separator, int& line) {
  const int first_line = line;
  std::string cell;
  bool quoted = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      if (!quoted && at > 0 && text[at - 1] == '"') {  // a doubled quote stands for itself
        cell += '"';
      }
      quoted = !quoted;
      continue;
    }
    if (!quoted && (c == separator || c == '\n' || c == '\r')) {
      break;
    }
    line += c == '\n';
    cell += c;
  }
  if (quoted) {
    throw std::runtime_error(fmt::format("line {}: a quote is not closed", first_line));
  }
  text.remove_prefix(at);
  return cell;
}

}  // namespace

CsvTable read_csv(std::string_view bytes) {
  CsvTable table;
  const std::string all = as_utf8(bytes);
  std::string_view text = all;
  text.remove_prefix(text.starts_with(kMark) ? kMark.size() : 0);
  const char separator = separator_of(text.substr(0, text.find('\n')));
  for (int line = 1; !text.empty();) {
    const int first_line = line;
    CsvRow row{take_cell(text, separator, line)};
    while (text.starts_with(separator)) {
      text.remove_prefix(1);
      row.push_back(take_cell(text, separator, line));
    }
    text.remove_prefix(text.starts_with('\r') ? 1 : 0);
    text.remove_prefix(text.starts_with('\n') ? 1 : 0);
    ++line;
    if (row.size() > 1 || !row[0].empty()) {
      table.rows.push_back(std::move(row));
      table.lines.push_back(first_line);
    }
  }
  return table;
}

}  // namespace gemmlab
