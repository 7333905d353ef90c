#include "grader/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gemmlab {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr int kTabWidth = 4;
constexpr char kEscape = '\x1b';

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  // 0: the text does not start with valid UTF-8
};

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xC2 && lead <= 0xDF) {
    return 2;
  }
  if ((lead & 0xF0) == 0xE0) {
    return 3;
  }
  return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

CodePoint first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = sequence_length(lead);
  if (bytes == 0 || bytes > text.size()) {
    return {};
  }
  if (bytes == 1) {
    return {lead, 1};
  }
  char32_t value = lead & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) {
      return {};
    }
    value = value << 6 | (next & 0x3F);
  }
  const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return overlong || surrogate || value > 0x10FFFF ? CodePoint{} : CodePoint{value, bytes};
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

// Marks that change the direction of what follows: with them a line shows as what it is not.
bool reorders(char32_t c) {
  return c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

// Bytes of the terminal escape that the text starts with (ECMA-48: CSI, strings, two characters).
std::size_t escape_length(std::string_view text) {
  const auto is_within = [&](std::size_t i, char first, char last) {
    return i < text.size() && text[i] >= first && text[i] <= last;
  };
  if (is_within(1, '[', '[')) {
    std::size_t end = 2;
    while (is_within(end, ' ', '?')) {
      ++end;
    }
    return is_within(end, '@', '~') ? end + 1 : end;
  }
  if (text.size() < 2 || std::string_view("]PX^_").find(text[1]) == std::string_view::npos) {
    return is_within(1, ' ', '~') ? 2 : 1;
  }
  const std::size_t end = std::min(text.find_first_of("\a\x1b\n", 2), text.size());
  if (is_within(end, kEscape, kEscape)) {
    return std::min(end + 2, text.size());
  }
  return is_within(end, '\a', '\a') ? end + 1 : end;
}

// Where a line of at most `width` columns, at least one word, is to be broken; its end if it fits.
std::size_t break_position(std::string_view line, int width) {
  std::size_t last_blank = std::string_view::npos;
  int columns = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ' ') {
      if (columns > width) {
        return last_blank == std::string_view::npos ? i : last_blank;
      }
      last_blank = i;
    }
    columns += (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80;
  }
  return columns > width && last_blank != std::string_view::npos ? last_blank : line.size();
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bytes = first_code_point(text).bytes;
    out += bytes == 0 ? kReplacement : text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  int column = 0;
  while (!text.empty()) {
    if (text[0] == kEscape) {
      text.remove_prefix(escape_length(text));
      continue;
    }
    const CodePoint next = first_code_point(text);
    if (text[0] == '\n') {
      out += '\n';
      column = 0;
    } else if (text[0] == '\t') {
      const int blanks = kTabWidth - column % kTabWidth;
      out.append(blanks, ' ');
      column += blanks;
    } else if (next.bytes == 0 || !(is_control(next.value) || reorders(next.value))) {
      out += next.bytes == 0 ? kReplacement : text.substr(0, next.bytes);
      ++column;
    }
    text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
  }
  return out;
}

int display_width(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(),
                                        [](unsigned char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string clipped(std::string_view line, int width) {
  if (display_width(line) <= width) {
    return std::string(line);
  }
  std::string out;
  for (int left = std::max(width - 3, 0); left > 0 && !line.empty(); --left) {
    const std::size_t bytes = std::max<std::size_t>(first_code_point(line).bytes, 1);
    out += line.substr(0, bytes);
    line.remove_prefix(bytes);
  }
  return out + "...";
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string wrap(std::string_view text, int width, int indent) {
  std::string out;
  for (const std::string& line : split_lines(text)) {
    std::string_view rest = line;
    const std::size_t own_indent = std::min(rest.find_first_not_of(' '), rest.size());
    rest.remove_prefix(own_indent);
    if (rest.empty()) {
      out += '\n';
      continue;
    }
    const int margin = indent + static_cast<int>(own_indent);
    while (!rest.empty()) {
      const std::size_t end = break_position(rest, width - margin);
      out.append(margin, ' ').append(rest.substr(0, end)) += '\n';
      rest.remove_prefix(end);
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    }
  }
  return out;
}

std::string short_number(double value) {
  std::string text = fmt::format("{:.2f}", std::round(value * 100) / 100);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string beside(std::string_view left, std::string_view right, int width) {
  if (display_width(left) + display_width(right) <= width) {
    return std::string(left).append(right) + '\n';
  }
  const std::string_view trimmed = left.substr(0, left.find_last_not_of(' ') + 1);
  return std::string(trimmed) + '\n' + wrap(right, width, 4);
}

}  // namespace gemmlab
