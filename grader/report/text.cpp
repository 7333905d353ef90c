#include "grader/report/text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

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
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUnknown;
}

struct Character {
  std::size_t bytes = 1;
  int columns = 1;
};

// The first one of a text.
Character first_character(std::string_view text) {
  const CodePoint first = first_code_point(text);
  return first.bytes == 0 ? Character{} : Character{first.bytes, width_of(first.value)};
}

// Where to break a line at `width` columns, after at least one word; its end if it fits. Only what
// is quoted is split within a word: its rest, broken by the terminal, could look like a line of
// ours.
std::size_t break_position(std::string_view line, int width, bool is_quoted) {
  constexpr std::size_t kNone = std::string_view::npos;
  const std::size_t first_word = line.find_first_not_of(' ');
  std::size_t last_blank = kNone, full = kNone;
  int columns = 0;
  for (std::size_t i = 0; i < line.size();) {
    const Character next = first_character(line.substr(i));
    if (line[i] == ' ') {
      if (columns > width) {
        break;
      }
      last_blank = first_word < i ? i : kNone;
    }
    columns += next.columns;
    full = columns > width && full == kNone && i > 0 ? i : full;
    i += next.bytes;
  }
  if (columns <= width) {
    return line.size();
  }
  const bool is_split = is_quoted && last_blank == kNone && full != kNone;
  return is_split ? full : last_blank != kNone ? last_blank : std::min(line.find(' '), line.size());
}

// Whether code between backticks goes on after this row, which the rest follows.
bool ends_in_code(std::string_view row, std::string_view rest, bool in_code) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '`') {
      const bool has_end = row.find('`', i + 1) != row.npos || rest.find('`') != rest.npos;
      in_code = !in_code && has_end;
    }
  }
  return in_code;
}

// An earlier break, where a row would end in code that fits into a row of its own.
std::size_t before_code(std::string_view line, std::size_t end, int width) {
  const std::size_t open = line.substr(0, end).rfind('`'), close = line.find('`', end);
  const bool is_open = std::ranges::count(line.substr(0, end), '`') % 2 == 1;
  const bool fits = is_open && open > 1 && line[open - 1] == ' ' && close != line.npos &&
                    display_width(line.substr(open, close - open)) < width;
  return fits ? open - 1 : end;
}

struct Marks {
  std::string first, further;  // what the rows of a line begin with
};

// Of a line that is not ours: of source after "3 | ", of a text after "| ", or of a compiler's
// message.
Marks marks_of(std::string_view line) {
  const std::size_t bar = std::min(line.find_first_not_of("0123456789 "), line.size());
  if (line.substr(bar).starts_with("| ")) {
    return {std::string(line.substr(0, bar + 2)), std::string(bar, ' ') + "| "};
  }
  for (const char* severity : {": error: ", ": warning: ", ": note: "}) {
    if (line.find(severity) != line.npos) {
      return {"", "| "};
    }
  }
  return {};
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
  int columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Character next = first_character(text.substr(i));
    columns += next.columns;
    i += next.bytes;
  }
  return columns;
}

std::string clipped(std::string_view line, int width) {
  constexpr std::size_t kColumnBytes = 8;  // a letter with its marks
  const auto beginning = [&](int columns) {
    std::size_t end = 0;
    for (int left = columns; end < line.size();) {
      const Character next = first_character(line.substr(end));
      left -= next.columns;
      if (left < 0 || end + next.bytes > kColumnBytes * std::size_t(columns)) {
        break;
      }
      end += next.bytes;
    }
    return line.substr(0, end);
  };
  return beginning(width).size() == line.size()
             ? std::string(line)
             : std::string(beginning(std::max(width - 3, 0))) + "...";
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
    const Marks marks = marks_of(rest);
    rest.remove_prefix(marks.first.size());
    bool in_code = false;
    std::string mark = marks.first;
    do {
      // A compiler's message begins with a place, which editors and terminals open.
      const bool is_place = mark.empty() && !marks.further.empty();
      const bool is_quoted =
          in_code || (!marks.further.empty() && !is_place) || rest.starts_with('`');
      const int room = width - margin - display_width(mark);
      const std::size_t last = break_position(rest, room, is_quoted);
      const std::size_t end = is_quoted ? last : before_code(rest, last, room);
      out.append(margin, ' ').append(mark).append(rest.substr(0, end)) += '\n';
      in_code = ends_in_code(rest.substr(0, end), rest.substr(end), in_code);
      rest.remove_prefix(end);
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
      mark = marks.further.empty() && in_code ? "| " : marks.further;
    } while (!rest.empty());
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
