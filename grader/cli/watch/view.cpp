#include "grader/cli/watch/view.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr int kTitleRows = 2;
constexpr int kKeyRows = 2;

// The first columns of a line that may change colour, which ends with it.
std::string cut(const std::string& line, int columns) {
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t length = 1;
    if (line[at] == '\x1b') {
      length = std::min(line.find('m', at), line.size() - 1) - at + 1;
    } else {
      while (at + length < line.size() && (line[at + length] & 0xc0) == 0x80) {
        ++length;  // bytes of one character
      }
      if (--columns < 0) {
        return out + (line.find('\x1b') == std::string::npos ? "" : "\x1b[0m");
      }
    }
    out += line.substr(at, length);
    at += length;
  }
  return out;
}

// Title and status on one line, or on two where the screen is narrow.
std::vector<std::string> title_lines(const View& view, int columns, const Terminal& terminal) {
  const std::string title = clipped(view.title, columns), status = clipped(view.status, columns);
  const int gap = columns - display_width(title) - display_width(status);
  const std::string bold = ink(terminal, Ink::strong, title),
                    dim = ink(terminal, Ink::note, status);
  if (gap < 2) {
    return {bold, dim};
  }
  return {bold + std::string(static_cast<std::size_t>(gap), ' ') + dim, ""};
}

std::string key_line(const std::vector<KeyHelp>& keys, int columns, const Terminal& terminal) {
  for (const int gap : {3, 1}) {
    int width = -gap;
    for (const KeyHelp& key : keys) {
      width += display_width(key.key) + 1 + display_width(key.what) + gap;
    }
    if (width > columns && gap > 1) {
      continue;
    }
    std::string line;
    for (const KeyHelp& key : keys) {
      line += (line.empty() ? "" : std::string(gap, ' ')) + ink(terminal, Ink::strong, key.key) +
              ' ' + ink(terminal, Ink::note, key.what);
    }
    return line;
  }
  return "";
}

// "lines 1 to 18 of 40: the arrow keys show the rest"; empty if all is to be seen.
std::string position(int first, int shown, int all) {
  return shown >= all ? ""
                      : fmt::format("lines {} to {} of {}; arrow keys scroll", first + 1,
                                    first + shown, all);
}

}  // namespace

int body_rows(ScreenSize size) {
  return std::max(1, size.rows - kTitleRows - kKeyRows);
}

int last_first_line(const View& view, ScreenSize size) {
  const int lines = static_cast<int>(split_lines(view.body).size());
  return std::max(0, lines - body_rows(size));
}

std::vector<std::string> screen_of(const View& view, ScreenSize size, const Terminal& terminal) {
  const std::vector<std::string> body = split_lines(view.body);
  const int all = static_cast<int>(body.size());
  const int first = std::clamp(view.first_line, 0, last_first_line(view, size));
  const int shown = std::min(body_rows(size), all - first);
  // No wider than reports are: the eye would have far to go.
  const int columns = std::min(size.columns, std::max(terminal.width, 40));
  std::vector<std::string> lines = title_lines(view, columns, terminal);
  for (int i = first; i < first + shown; ++i) {
    lines.push_back(cut(body[static_cast<std::size_t>(i)], size.columns));
  }
  lines.resize(static_cast<std::size_t>(kTitleRows + body_rows(size)));
  lines.push_back(ink(terminal, Ink::note, clipped(position(first, shown, all), size.columns)));
  lines.push_back(cut(key_line(view.keys, size.columns, terminal), size.columns));
  if (static_cast<int>(lines.size()) > size.rows) {
    lines.resize(static_cast<std::size_t>(std::max(1, size.rows)));
  }
  return lines;
}

}  // namespace gemmlab
