#include "grader/report/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMostMarked = 3;
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

std::string excerpt(std::string_view source, std::vector<int> marked, int width, int indent) {
  const std::vector<std::string> lines = split_lines(printable(source));
  std::erase_if(marked, [&](int n) { return n < 1 || n > static_cast<int>(lines.size()); });
  marked.resize(std::min(marked.size(), kMostMarked));
  std::sort(marked.begin(), marked.end());
  marked.erase(std::unique(marked.begin(), marked.end()), marked.end());

  std::string out;
  const std::string margin(indent, ' ');
  int shown = 0;  // the last line that is out already
  for (const int number : marked) {
    if (shown > 0 && number > shown + 2) {
      out += margin + std::string(kNumberWidth - 3, ' ') + "...\n";
    }
    for (int n = std::max({number - 1, shown + 1, 1}); n <= number; ++n) {
      const std::string text = clipped(lines[n - 1], width - indent - kGutterWidth);
      out += fmt::format("{}{:{}} | {}\n", margin, n, kNumberWidth, text);
      if (n == number) {
        out += fmt::format("{}{:{}} | {}\n", margin, "", kNumberWidth, underline(text));
      }
    }
    shown = number;
  }
  return out;
}

}  // namespace gemmlab
