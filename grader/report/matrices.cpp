#include "grader/report/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <vector>

#include "grader/core/spot_check.h"

namespace gemmlab {
namespace {

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
  const bool can_be_read = is_about_values(lab.verdict) && lab.verdict != Verdict::not_finite;
  return can_be_read && std::ranges::any_of(std::views::iota(0, d.shape.m * d.shape.n),
                                            [&](int i) { return is_wrong(d, i); });
}

}  // namespace gemmlab
