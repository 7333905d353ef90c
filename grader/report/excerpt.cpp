#include "grader/report/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "grader/core/compare.h"
#include "grader/core/foreign_text.h"
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
  // Some characters take no column.
  const int columns = std::max(display_width(line.substr(first, last - first + 1)), 1);
  return std::string(first, ' ') + '^' + std::string(columns - 1, '~');
}

using Block = std::vector<std::string>;  // lines of equal width

template <class Element, class IsWrong>
Block block(std::string_view title, const std::vector<Element>& values, int rows, int cols,
            IsWrong is_wrong) {
  std::vector<std::string> cells;
  std::size_t widest = 0;
  for (int i = 0; i < rows * cols; ++i) {
    const std::string value = std::isnan(values[i]) ? "nan" : fmt::format("{:.4g}", values[i]);
    cells.push_back(value + (is_wrong(i) ? '!' : ' '));
    widest = std::max(widest, cells.back().size());
  }
  Block lines{fmt::format("{} [{}, {}]", title, rows, cols)};
  for (int row = 0; row < rows; ++row) {
    std::string line;
    for (int col = 0; col < cols; ++col) {
      line += fmt::format(" {:>{}}", cells[row * cols + col], widest);
    }
    lines.push_back(line);
  }
  const int width = std::max(display_width(lines[0]), display_width(lines.back()));
  for (std::string& line : lines) {
    line.resize(width, ' ');
  }
  return lines;
}

// Whether an element differs by more than k + 2 roundings of fp32 can explain.
bool is_wrong(const Demonstration& d, int index) {
  const int row = index / d.shape.n, col = index % d.shape.n;
  const double error = relative_error(d.shape, d.a.data(), d.b.data(), row, col, d.c[index]);
  return !(error <= (d.shape.k + 2) * 0x1p-24);
}

std::string joined(const std::vector<Block>& blocks) {
  const std::size_t height = std::ranges::max(blocks, {}, std::ranges::size).size();
  std::string out;
  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (const Block& block : blocks) {
      line += y < block.size() ? block[y] : std::string(block[0].size(), ' ');
      line += "   ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace

std::vector<Failures> grouped_failures(const LabResult& lab) {
  std::vector<Failures> groups;
  for (const Check& check : lab.checks) {
    if (check.status() != Status::failed) {
      continue;
    }
    const auto group = std::ranges::find_if(groups, [&](const Failures& failures) {
      const Check& first = *failures.front();
      const bool same_place = first.line() == check.line() && first.file() == check.file();
      return first.verdict == check.verdict && (same_place || !check.line());
    });
    if (group == groups.end()) {
      groups.push_back({&check});
    } else {
      group->push_back(&check);
    }
  }
  std::ranges::stable_sort(groups, {},
                           [](const Failures& group) { return headline_order(*group.front()); });
  return groups;
}

std::string extents(const Shape& shape) {
  return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

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
    out += wrap(fmt::format("{:{}} | {}", line.number, kNumberWidth, line.text), width, indent);
    if (line.is_marked) {
      const std::string below = underline(line.text).substr(0, width - indent - kGutterWidth);
      out += fmt::format("{}{:{}} | {}\n", margin, "", kNumberWidth, below);
    }
  }
  return out;
}

std::string matrices(const Demonstration& d, int width) {
  const auto right = [](int) { return false; };
  const std::vector<Block> blocks{
      block("A", d.a, d.shape.m, d.shape.k, right),
      block("B", d.b, d.shape.k, d.shape.n, right),
      block("your C", d.c, d.shape.m, d.shape.n, [&](int i) { return is_wrong(d, i); }),
      block("expected", d.expected, d.shape.m, d.shape.n, right),
  };
  std::string out;
  std::vector<Block> row;
  std::size_t columns = 0;
  for (const Block& next : blocks) {
    if (!row.empty() && columns + next[0].size() > static_cast<std::size_t>(width)) {
      out += joined(row) + '\n';
      row.clear();
      columns = 0;
    }
    columns += next[0].size() + 3;
    row.push_back(next);
  }
  return out + joined(row);
}

bool are_matrices_of_use(const LabResult& lab, bool are_asked_for) {
  if (!lab.demonstration || are_asked_for) {
    return lab.demonstration.has_value();
  }
  const Demonstration& d = *lab.demonstration;
  bool is_any_wrong = false;
  for (int i = 0; i < d.shape.m * d.shape.n; ++i) {
    is_any_wrong = is_any_wrong || is_wrong(d, i);
  }
  return is_any_wrong && is_about_values(lab.verdict) && lab.verdict != Verdict::not_finite;
}

}  // namespace gemmlab
