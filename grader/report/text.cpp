#include "grader/report/text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

// Lines over 100 columns are hard to read, and below 40 a message is hard to recognise.
constexpr int kNarrowest = 40;
constexpr int kWidest = 100;
constexpr int kUnknown = 80;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int columns_of(int descriptor) {
  if (const int stated = std::atoi(variable("COLUMNS").c_str()); stated > 0) {
    return stated;
  }
  winsize size{};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUnknown;
}

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Where to break a line at `width` columns, after at least one word; its end if it fits. Code
// between backticks is one word: its second half could look like a line of ours.
std::size_t break_position(std::string_view line, int width) {
  std::size_t last_blank = std::string_view::npos;
  int columns = 0;
  bool in_code = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') {
      in_code = !in_code && line.find('`', i + 1) != line.npos;
    }
    if (line[i] == ' ' && !in_code) {
      if (columns > width) {
        return last_blank == std::string_view::npos ? i : last_blank;
      }
      last_blank = i;
    }
    columns += !continues(line[i]);
  }
  return columns > width && last_blank != std::string_view::npos ? last_blank : line.size();
}

// What each further row of a line that is not ours begins with: a line of source after "3 | ", a
// text after "| ", a compiler's message. Empty: the line is ours.
std::string quotation_mark(std::string_view line) {
  const std::size_t bar = std::min(line.find_first_not_of("0123456789 "), line.size());
  if (line.substr(bar).starts_with("| ")) {
    return std::string(bar, ' ') + "| ";
  }
  for (const char* severity : {": error: ", ": warning: ", ": note: "}) {
    if (line.find(severity) != line.npos) {
      return "| ";
    }
  }
  return "";
}

}  // namespace

Terminal terminal_of(int descriptor) {
  const bool is_live = isatty(descriptor) == 1 && variable("TERM") != "dumb";
  return {is_live, is_live && variable("NO_COLOR").empty(),
          std::clamp(columns_of(descriptor), kNarrowest, kWidest)};
}

std::string ink(const Terminal& terminal, Ink ink, std::string_view text) {
  constexpr std::string_view kCodes[] = {"\x1b[32m", "\x1b[1;31m", "\x1b[2m", "\x1b[1m"};
  return terminal.color ? fmt::format("{}{}\x1b[0m", kCodes[int(ink)], text) : std::string(text);
}

int display_width(std::string_view text) {
  return static_cast<int>(text.size()) -
         static_cast<int>(std::count_if(text.begin(), text.end(), continues));
}

std::string clipped(std::string_view line, int width) {
  if (display_width(line) <= width) {
    return std::string(line);
  }
  std::string out;
  for (int left = std::max(width - 3, 0); left > 0 && !line.empty(); --left) {
    const auto* const next = std::find_if_not(line.begin() + 1, line.end(), continues);
    out.append(line.begin(), next);
    line.remove_prefix(std::size_t(next - line.begin()));
  }
  return out + "...";
}

std::vector<std::string> split_lines(std::string_view text) {
  const auto lines = lines_of(text);
  return {lines.begin(), lines.end()};
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
    const std::string quotation = quotation_mark(rest);
    for (std::string mark; !rest.empty(); mark = quotation) {
      const std::size_t end = break_position(rest, width - margin - int(mark.size()));
      out.append(margin, ' ').append(mark).append(rest.substr(0, end)) += '\n';
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
