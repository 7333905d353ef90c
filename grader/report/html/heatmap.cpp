#include "grader/report/html/heatmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "grader/core/error_map.h"
#include "grader/report/excerpt.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {
namespace {

struct Level {
  const char* name;  // CSS class of its colour
  const char* meaning;
};
constexpr std::array<Level, 6> kLevels{{
    {"e0", "right"},
    {"e1", "wrong, under 1 %"},
    {"e2", "wrong, under 10 %"},
    {"e3", "wrong by 10 % or more"},
    {"e4", "not a number"},
    {"e5", "never written"},
}};

// What occurs in pictures, for the legend.
struct Seen {
  std::array<bool, kLevels.size()> levels{};
  bool part = false;  // a cell with only some wrong elements
};

constexpr std::size_t kShown = 3;  // pictures at once
constexpr double kPicture = 288;   // maximum in each direction, so that it fits on a phone
constexpr double kMapTop = 20;
constexpr int kTile = 32;  // elements between two marks on the axes

std::size_t level_of(const ErrorCell& cell) {
  return cell.wrong == 0                ? 0
         : cell.unwritten == cell.wrong ? 5
         : std::isinf(cell.worst)       ? 4
         : cell.worst >= 0.1            ? 3
         : cell.worst >= 0.01           ? 2
                                        : 1;
}

bool is_partial(const ErrorCell& cell) {
  return cell.wrong > 0 && cell.wrong < cell.elements;
}

class Heatmap {
 public:
  explicit Heatmap(const ErrorMap& map)
      : map_(map),
        side_(std::clamp(std::floor(kPicture / std::max(map.cell_rows(), map.cell_cols())), 6.0,
                         20.0)),
        left_(8 + kDigitWidth * double(std::to_string(map.rows - 1).size())) {}

  void draw(Node parent, const std::string& label, Seen& seen) {
    const double width = side_ * map_.cell_cols(), height = side_ * map_.cell_rows();
    const double numbers = kDigitWidth * double(std::to_string(map_.cols - 1).size());
    const Node svg = add_svg(parent, left_ + width + numbers, kMapTop + height + 4, label);
    collect();
    for (std::size_t level = 0; level < kLevels.size(); ++level) {
      if (!paths_[level].empty()) {
        add_title(add_path(svg, paths_[level], kLevels[level].name), kLevels[level].meaning);
        seen.levels[level] = true;
      }
    }
    draw_grid(svg, 1, "grid");
    draw_grid(svg, std::max(1, kTile / map_.width), "tiles");
    draw_numbers(svg);
    seen.part |= std::ranges::any_of(map_.cells, is_partial);
  }

 private:
  double x(double col) const { return left_ + side_ * col; }
  double y(int row) const { return kMapTop + side_ * row; }

  void square(std::size_t level, int row, double col, double cells, double part) {
    const double inset = side_ * (1 - part) / 2;
    paths_[level] += drawn("M{} {}h{}v{}H{}z", x(col) + inset, y(row) + inset,
                           side_ * cells - 2 * inset, side_ - 2 * inset, x(col) + inset);
  }

  // Partly wrong cells are drawn as right ones with a smaller square inside.
  void collect() {
    for (int row = 0; row < map_.cell_rows(); ++row) {
      int begin = 0;
      for (int col = 0; col < map_.cell_cols(); ++col) {
        const std::size_t ground = ground_of(row, col);
        if (col + 1 == map_.cell_cols() || ground != ground_of(row, col + 1)) {
          square(ground, row, begin, col + 1 - begin, 1);
          begin = col + 1;
        }
      }
    }
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
      const ErrorCell& cell = map_.cells[i];
      if (is_partial(cell)) {
        square(level_of(cell), int(i) / map_.cell_cols(), double(int(i) % map_.cell_cols()), 1,
               std::clamp(std::sqrt(double(cell.wrong) / cell.elements), 0.4, 0.85));
      }
    }
  }

  std::size_t ground_of(int row, int col) const {
    const ErrorCell& cell = map_.cells[std::size_t(row) * map_.cell_cols() + col];
    return is_partial(cell) ? 0 : level_of(cell);
  }

  void draw_grid(Node svg, int step, const char* classes) const {
    std::string lines;
    const double right = x(map_.cell_cols()), bottom = y(map_.cell_rows());
    for (int col = 0; col <= map_.cell_cols(); col += step) {
      lines += drawn("M{} {}V{}", x(col), kMapTop, bottom);
    }
    for (int row = 0; row <= map_.cell_rows(); row += step) {
      lines += drawn("M{} {}H{}", left_, y(row), right);
    }
    add_path(svg, lines, classes);
  }

  // Rows and columns of C where tiles begin, as far as there is room for the numbers.
  void draw_numbers(Node svg) const {
    const int step = std::max(1, kTile / map_.width);
    const int every = std::max(1, int(std::ceil(36 / (side_ * step)))) * step;
    for (int col = 0; col < map_.cell_cols(); col += every) {
      add_label(svg, x(col), kMapTop - 6, std::to_string(col * map_.width), "dim");
    }
    for (int row = 0; row < map_.cell_rows(); row += every) {
      add_label(svg, left_ - 5, y(row) + 9, std::to_string(row * map_.width), "end dim");
    }
  }

  const ErrorMap& map_;
  double side_;
  double left_;  // of the first column
  std::array<std::string, kLevels.size()> paths_;
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
                     : unwritten == wrong ? ", none of them written"
                                          : fmt::format(", {} not written", grouped(unwritten)));
}

void add_mismatches(Node caption, const ErrorMap& map) {
  const Node details = add_details(caption, "the first wrong elements");
  const Node table = add_table(details, {"element", "got", "expected"}, "small");
  for (const Mismatch& miss : map.first) {
    add_row(table, {{"mono", fmt::format("C[{}][{}]", miss.row, miss.col)},
                    {"mono", miss.unwritten ? "not written" : fmt::format("{:.7g}", miss.got)},
                    {"mono", fmt::format("{:.7g}", miss.expected)}});
  }
}

void add_map(Node maps, const Check& check, Seen& seen) {
  const ErrorMap& map = *check.error_map;
  const Node figure = add(maps, "figure", "map");
  const std::string label =
      fmt::format("C, {} rows and {} columns: {}", map.rows, map.cols, sums(map));
  Heatmap(map).draw(add(figure, "div", "scroll"), label, seen);
  const Node caption = add(figure, "figcaption");
  add(caption, "b", "", check.shape ? extents(*check.shape) : check.name);
  add_text(caption, map.input.empty() ? "" : fmt::format(", {} input", map.input));
  add(caption, "div", "", sums(map));
  add(caption, "div", "dim",
      map.width == 1 ? "one square is one element"
                     : fmt::format("one square is {0} \u00d7 {0} elements", map.width));
  add_mismatches(caption, map);
}

void add_legend(Node parent, const Seen& seen) {
  const Node legend = add(parent, "ul", "legend");
  for (std::size_t level = 0; level < kLevels.size(); ++level) {
    if (seen.levels[level]) {
      add_legend_item(legend, kLevels[level].name, kLevels[level].meaning);
    }
  }
  if (seen.levels[1] || seen.levels[2] || seen.levels[3]) {
    add(legend, "li", "", "% of the sum of |a||b|");
  }
  if (seen.part) {
    add(legend, "li", "", "a small square: only some of its elements");
  }
}

// Some parts are right and some are not: then the pattern is informative.
bool has_pattern(const ErrorMap& map) {
  return std::ranges::any_of(map.cells,
                             [](const ErrorCell& cell) { return cell.wrong < cell.elements; });
}

}  // namespace

void add_heatmaps(Node parent, const std::vector<const Check*>& checks) {
  std::vector<const Check*> drawn = checks;
  std::erase_if(drawn, [](const Check* check) { return !check->error_map; });
  if (drawn.empty()) {
    return;
  }
  // The most informative ones first; the others can be expanded.
  std::ranges::stable_sort(drawn, std::ranges::greater(), [](const Check* check) {
    return std::pair(has_pattern(*check->error_map), check->error_map->cells.size());
  });
  const std::size_t shown =
      std::min(drawn.size(), has_pattern(*drawn.front()->error_map) ? kShown : 1);
  Seen seen;
  const auto draw = [&](Node place, std::size_t from, std::size_t to) {
    const Node maps = add(place, "div", "maps");
    for (std::size_t i = from; i < to; ++i) {
      add_map(maps, *drawn[i], seen);
    }
  };
  draw(parent, 0, shown);
  if (drawn.size() > shown) {
    const std::string more = counted_in_groups(drawn.size() - shown, "more picture");
    draw(add_details(parent, more + " of C"), shown, drawn.size());
  }
  add_legend(parent, seen);
}

}  // namespace gemmlab::html
