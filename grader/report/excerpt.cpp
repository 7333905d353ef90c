#include "grader/report/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMostMarked = 3;
constexpr int kMostColumns = 200;  // of a line: more shows nothing
constexpr int kNumberWidth = 4;
constexpr int kGutterWidth = kNumberWidth + 3;  // "  38 | "

std::string underline(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return "^";
  }
  const std::size_t last = line.find_last_not_of(' ');
  const int columns = display_width(line.substr(first, last - first + 1));
  return std::string(first, ' ') + '^' + std::string(columns - 1, '~');
}

}  // namespace

std::vector<ExcerptLine> excerpt_lines(std::string_view source, std::vector<int> marked) {
  const std::vector<std::string> lines = split_lines(printable(source));
  std::erase_if(marked, [&](int n) { return n < 1 || n > static_cast<int>(lines.size()); });
  marked.resize(std::min(marked.size(), kMostMarked));
  std::vector<ExcerptLine> out;
  int shown = 0;  // the last line already shown
  for (const int number : std::set(marked.begin(), marked.end())) {
    if (shown > 0 && number > shown + 2) {
      out.push_back({});
    }
    for (int n = std::max({number - 1, shown + 1, 1}); n <= number; ++n) {
      out.push_back({n, clipped(lines[n - 1], kMostColumns), n == number});
    }
    shown = number;
  }
  return out;
}

std::string excerpt(std::string_view source, std::vector<int> marked, int width, int indent) {
  std::string out;
  const std::string margin(indent, ' ');
  for (const ExcerptLine& line : excerpt_lines(source, std::move(marked))) {
    if (line.number == 0) {
      out += margin + std::string(kNumberWidth - 3, ' ') + "...\n";
      continue;
    }
    const std::string text = clipped(line.text, width - indent - kGutterWidth);
    out += fmt::format("{}{:{}} | {}\n", margin, line.number, kNumberWidth, text);
    if (line.is_marked) {
      out += fmt::format("{}{:{}} | {}\n", margin, "", kNumberWidth, underline(text));
    }
  }
  return out;
}

}  // namespace gemmlab
