#include <algorithm>
#include <array>
#include <cmath>

#include "grader/report/failures.h"
#include "grader/report/html/sections.h"
#include "grader/report/html/svg.h"

namespace gemmlab::html {
namespace {

constexpr double kPicture = 288;  // at most, each way, so that a phone shows it whole
constexpr double kMargin = 26;    // of the axes' numbers
constexpr int kTile = 32;         // elements between two marks of the axes

struct Level {
  const char* name;  // class of its colour
  const char* meaning;
};
constexpr std::array<Level, 6> kLevels{{
    {"e0", "right"},
    {"e1", "wrong, under 1 %"},
    {"e2", "wrong, under 10 %"},
    {"e3", "wrong by more"},
    {"e4", "not a number"},
    {"e5", "never written"},
}};

std::size_t level_of(const ErrorCell& cell) {
  if (cell.wrong == 0) {
    return 0;
  }
  if (cell.unwritten == cell.wrong) {
    return 5;
  }
  return std::isinf(cell.worst) ? 4 : cell.worst >= 0.1 ? 3 : cell.worst >= 0.01 ? 2 : 1;
}

class Heatmap {
 public:
  explicit Heatmap(const ErrorMap& map)
      : map_(map),
        side_(std::clamp(
            std::floor(kPicture / std::max(map.cell_rows(), map.cell_cols())), 6.0, 20.0)) {}

  // Returns which levels there are.
  std::array<bool, kLevels.size()> draw(Node parent, const std::string& label) {
    const double width = side_ * map_.cell_cols(), height = side_ * map_.cell_rows();
    const Node svg = add_svg(parent, kMargin + width + 1, kMargin + height + 1, label);
    collect();
    for (std::size_t level = 0; level < kLevels.size(); ++level) {
      if (!paths_[level].empty()) {
        add_title(add_path(svg, paths_[level], kLevels[level].name), kLevels[level].meaning);
        used_[level] = true;
      }
    }
    draw_grid(svg, 1, "grid");
    draw_grid(svg, std::max(1, kTile / map_.width), "tiles");
    draw_numbers(svg);
    return used_;
  }

 private:
  double at(int cell) const { return kMargin + side_ * cell; }

  void square(std::size_t level, int row, double col, double cells, double part) {
    const double inset = side_ * (1 - part) / 2;
    paths_[level] += fmt::format("M{} {}h{}v{}H{}z", length(kMargin + side_ * col + inset),
                                 length(at(row) + inset), length(side_ * cells - 2 * inset),
                                 length(side_ - 2 * inset), length(kMargin + side_ * col + inset));
  }

  // Cells that are wrong in part are right ones with a smaller square within.
  void collect() {
    for (int row = 0; row < map_.cell_rows(); ++row) {
      int begin = 0;
      for (int col = 0; col < map_.cell_cols(); ++col) {
        const ErrorCell& cell = map_.cells[std::size_t(row) * map_.cell_cols() + col];
        const bool is_partial = cell.wrong > 0 && cell.wrong < cell.elements;
        const std::size_t ground = is_partial ? 0 : level_of(cell);
        const bool ends = col + 1 == map_.cell_cols() || ground != ground_of(row, col + 1);
        if (ends) {
          square(ground, row, begin, col + 1 - begin, 1);
          begin = col + 1;
        }
      }
    }
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
      const ErrorCell& cell = map_.cells[i];
      if (cell.wrong > 0 && cell.wrong < cell.elements) {
        const double part = std::max(0.4, std::sqrt(double(cell.wrong) / cell.elements));
        square(level_of(cell), int(i) / map_.cell_cols(), double(int(i) % map_.cell_cols()), 1,
               std::min(part, 0.85));
      }
    }
  }

  std::size_t ground_of(int row, int col) const {
    const ErrorCell& cell = map_.cells[std::size_t(row) * map_.cell_cols() + col];
    return cell.wrong > 0 && cell.wrong < cell.elements ? 0 : level_of(cell);
  }

  void draw_grid(Node svg, int step, const char* classes) const {
    std::string lines;
    const double right = at(map_.cell_cols()), bottom = at(map_.cell_rows());
    for (int col = 0; col <= map_.cell_cols(); col += step) {
      lines += fmt::format("M{} {}V{}", length(at(col)), kMargin, length(bottom));
    }
    for (int row = 0; row <= map_.cell_rows(); row += step) {
      lines += fmt::format("M{} {}H{}", kMargin, length(at(row)), length(right));
    }
    add_path(svg, lines, classes);
  }

  // Rows and columns of C at which tiles begin, as far as there is room for the numbers.
  void draw_numbers(Node svg) const {
    const int step = std::max(1, kTile / map_.width);
    const int every = std::max(1, int(std::ceil(30 / (side_ * step)))) * step;
    for (int col = 0; col < map_.cell_cols(); col += every) {
      add_label(svg, at(col), kMargin - 6, std::to_string(col * map_.width), "dim");
    }
    for (int row = 0; row < map_.cell_rows(); row += every) {
      add_label(svg, kMargin - 5, at(row) + 9, std::to_string(row * map_.width), "end dim");
    }
  }

  const ErrorMap& map_;
  double side_;
  std::array<std::string, kLevels.size()> paths_;
  std::array<bool, kLevels.size()> used_{};
};

std::string sums(const ErrorMap& map) {
  std::uint64_t wrong = 0, unwritten = 0;
  for (const ErrorCell& cell : map.cells) {
    wrong += std::uint64_t(cell.wrong);
    unwritten += std::uint64_t(cell.unwritten);
  }
  return fmt::format("{} of {} elements wrong{}", grouped(wrong),
                     grouped(std::uint64_t(map.rows) * std::uint64_t(map.cols)),
                     unwritten == 0       ? ""
                     : unwritten == wrong ? ", none of those written"
                                          : fmt::format(", {} not written", grouped(unwritten)));
}

void add_mismatches(Node caption, const ErrorMap& map) {
  const Node details = add(caption, "details");
  add(details, "summary", "", "the first of them");
  const Node table = add(add(details, "div", "scroll"), "table", "small");
  const Node head = add(table, "tr");
  for (const char* title : {"element", "got", "expected"}) {
    add(head, "th", "", title);
  }
  for (const Mismatch& miss : map.first) {
    const Node row = add(table, "tr");
    add(row, "td", "mono", fmt::format("C[{}][{}]", miss.row, miss.col));
    add(row, "td", "mono", miss.unwritten ? "not written" : fmt::format("{:.7g}", miss.got));
    add(row, "td", "mono", fmt::format("{:.7g}", miss.expected));
  }
}

}  // namespace

void add_heatmaps(Node parent, const std::vector<const Check*>& checks) {
  std::array<bool, kLevels.size()> used{};
  Node maps;
  for (const Check* check : checks) {
    if (!check->error_map) {
      continue;
    }
    const ErrorMap& map = *check->error_map;
    maps = maps ? maps : add(parent, "div", "maps");
    const Node figure = add(maps, "figure", "map");
    const auto drawn = Heatmap(map).draw(
        figure, fmt::format("C, {} rows and {} columns: {}", map.rows, map.cols, sums(map)));
    for (std::size_t level = 0; level < used.size(); ++level) {
      used[level] |= drawn[level];
    }
    const Node caption = add(figure, "figcaption");
    add(caption, "b", "", check->shape ? extents(*check->shape) : check->name);
    add_text(caption, map.input.empty() ? "" : fmt::format(", {} input", map.input));
    add(caption, "div", "", sums(map));
    add(caption, "div", "dim",
        map.width == 1 ? "a square is an element"
                       : fmt::format("a square is {0} \u00d7 {0} elements", map.width));
    add_mismatches(caption, map);
  }
  if (!maps) {
    return;
  }
  const Node legend = add(parent, "ul", "legend");
  for (std::size_t level = 0; level < used.size(); ++level) {
    if (used[level]) {
      const Node item = add(legend, "li");
      add(item, "span", fmt::format("swatch {}", kLevels[level].name));
      add_text(item, kLevels[level].meaning);
    }
  }
  add(legend, "li", "dim", "a small square: some elements of it; % of the sum of |a||b|");
}

}  // namespace gemmlab::html
