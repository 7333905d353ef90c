#include "grader/cli/watch/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gemmlab {
namespace {

constexpr int kTitleRows = 2;
constexpr int kKeyRows = 2;

constexpr std::string_view kPlain = "\x1b[0m";

std::string plain(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      at = std::min(line.find('m', at), line.size() - 1);
    } else {
      out += line[at];
    }
  }
  return out;
}

// The first columns of a line, which may change colour; the colour ends with the line.
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
        return out + std::string(line.find('\x1b') == std::string::npos ? "" : kPlain);
      }
    }
    out += line.substr(at, length);
    at += length;
  }
  return out;
}

// Title and status on one line, or on two if the screen is narrow.
std::vector<std::string> title_lines(const View& view, int columns, const Terminal& terminal) {
  const std::string title = clipped(view.title, columns), status = clipped(view.status, columns);
  const int gap = columns - display_width(title) - display_width(status);
  const std::string bold = ink(terminal, Ink::strong, title),
                    dim = ink(terminal, Ink::note, status);
  return gap < 2 ? std::vector{bold, dim}
                 : std::vector{bold + std::string(std::size_t(gap), ' ') + dim, std::string()};
}

// The last two keys quit and tell of the others: they stay.
std::string key_line(std::vector<KeyHelp> keys, int columns, const Terminal& terminal) {
  while (true) {
    for (const int gap : {3, 2}) {
      int width = -gap;
      std::string line;
      for (const KeyHelp& key : keys) {
        width += display_width(key.key) + 1 + display_width(key.what) + gap;
        line += (line.empty() ? "" : std::string(gap, ' ')) + ink(terminal, Ink::strong, key.key) +
                ' ' + ink(terminal, Ink::note, key.what);
      }
      if (width <= columns || keys.size() <= 2) {
        return line;
      }
    }
    keys.erase(keys.end() - 3);
  }
}

// The body in rows of the screen: what is too long goes on in the next row, if possible after a
// blank.
std::vector<std::string> rows_of(const View& view, int columns) {
  std::vector<std::string> rows;
  for (std::string line : split_lines(view.body)) {
    while (columns > 0 && display_width(plain(line)) > columns) {
      const std::string row = cut(line, columns);
      const bool is_coloured = row.ends_with(kPlain) && !line.starts_with(row);
      std::size_t end = row.size() - (is_coloured ? kPlain.size() : 0);
      const std::size_t blank = line.rfind(' ', end);
      if (blank != line.npos && line.find_first_not_of(' ') < blank) {
        end = blank + 1;
      }
      rows.push_back(line.substr(0, end - (line[end - 1] == ' ')) +
                     std::string(is_coloured ? kPlain : ""));
      line.erase(0, end);
    }
    rows.push_back(std::move(line));
  }
  return rows;
}

constexpr std::pair<std::string_view, int> kSequences[] = {
    {"\x1b[A", Key::up},   {"\x1bOA", Key::up},       {"\x1b[B", Key::down},
    {"\x1bOB", Key::down}, {"\x1b[5~", Key::page_up}, {"\x1b[6~", Key::page_down},
    {"\x1b[H", Key::home}, {"\x1b[1~", Key::home},    {"\x1b[F", Key::end},
    {"\x1b[4~", Key::end},
};

// Length of the escape sequence at the start of `bytes`; 1 for the key Esc alone.
std::size_t sequence_length(std::string_view bytes) {
  if (bytes.size() < 2 || (bytes[1] != '[' && bytes[1] != 'O')) {
    return 1;
  }
  const auto end =
      std::find_if(bytes.begin() + 2, bytes.end(), [](char c) { return c >= '@' && c <= '~'; });
  return end == bytes.end() ? bytes.size() : std::size_t(end - bytes.begin()) + 1;
}

}  // namespace

int body_rows(ScreenSize size) {
  return std::max(1, size.rows - kTitleRows - kKeyRows);
}

int last_first_line(const View& view, ScreenSize size) {
  return std::max(0, static_cast<int>(rows_of(view, size.columns).size()) - body_rows(size));
}

std::vector<std::string> screen_of(const View& view, ScreenSize size, const Terminal& terminal) {
  const std::vector<std::string> body = rows_of(view, size.columns);
  const int all = static_cast<int>(body.size());
  const int first = std::clamp(view.first_line, 0, last_first_line(view, size));
  const int shown = std::min(body_rows(size), all - first);
  // No wider than reports, which are easier to read.
  const int columns = std::min(size.columns, std::max(terminal.width, 40));
  std::vector<std::string> lines = title_lines(view, columns, terminal);
  for (int i = first; i < first + shown; ++i) {
    const std::string& row = body[static_cast<std::size_t>(i)];
    lines.push_back(view.is_old ? ink(terminal, Ink::note, plain(row)) : row);
  }
  lines.resize(static_cast<std::size_t>(kTitleRows + body_rows(size)));
  const std::string position = shown >= all
                                   ? view.progress
                                   : fmt::format("rows {} to {} of {}; scroll with the arrow keys",
                                                 first + 1, first + shown, all);
  lines.push_back(ink(terminal, Ink::note, clipped(position, size.columns)));
  lines.push_back(cut(key_line(view.keys, size.columns, terminal), size.columns));
  lines.resize(std::min(lines.size(), std::size_t(std::max(1, size.rows))));
  return lines;
}

std::vector<int> keys_in(std::string_view bytes) {
  std::vector<int> keys;
  while (!bytes.empty()) {
    std::size_t length = 1;
    if (bytes[0] == '\x1b') {
      length = sequence_length(bytes);
      const auto known = std::ranges::find(kSequences, bytes.substr(0, length),
                                           &std::pair<std::string_view, int>::first);
      if (known != std::end(kSequences)) {
        keys.push_back(known->second);
      } else if (length == 1) {
        keys.push_back(Key::escape);
      }
    } else {
      keys.push_back(static_cast<unsigned char>(bytes[0]));
    }
    bytes.remove_prefix(length);
  }
  return keys;
}

}  // namespace gemmlab
