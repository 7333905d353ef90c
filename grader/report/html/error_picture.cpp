#include "grader/report/html/error_picture.h"

#include <algorithm>
#include <cmath>

#include "grader/report/html/svg.h"
#include "grader/report/text.h"

namespace gemmlab::html {
namespace {

constexpr double kPicture = 288;  // at most, each way, so that a phone shows it whole
constexpr double kDigit = 6.7;    // of the axes' numbers
constexpr double kTop = 20;
constexpr int kTile = 32;  // elements between two marks of the axes

std::size_t level_of(const ErrorCell& cell) {
  if (cell.wrong == 0) {
    return 0;
  }
  if (cell.unwritten == cell.wrong) {
    return 5;
  }
  return std::isinf(cell.worst) ? 4 : cell.worst >= 0.1 ? 3 : cell.worst >= 0.01 ? 2 : 1;
}

bool is_partial(const ErrorCell& cell) {
  return cell.wrong > 0 && cell.wrong < cell.elements;
}

class Heatmap {
 public:
  explicit Heatmap(const ErrorMap& map)
      : map_(map),
        side_(std::clamp(
            std::floor(kPicture / std::max(map.cell_rows(), map.cell_cols())), 6.0, 20.0)),
        left_(8 + kDigit * double(std::to_string(map.rows - 1).size())) {}

  void draw(Node parent, const std::string& label, Seen& seen) {
    const double width = side_ * map_.cell_cols(), height = side_ * map_.cell_rows();
    const double numbers = kDigit * double(std::to_string(map_.cols - 1).size());
    const Node svg = add_svg(parent, left_ + width + numbers, kTop + height + 4, label);
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
    seen.part |= std::any_of(map_.cells.begin(), map_.cells.end(), is_partial);
  }

 private:
  double x(double col) const { return left_ + side_ * col; }
  double y(int row) const { return kTop + side_ * row; }

  void square(std::size_t level, int row, double col, double cells, double part) {
    const double inset = side_ * (1 - part) / 2;
    paths_[level] +=
        fmt::format("M{} {}h{}v{}H{}z", short_number(x(col) + inset), short_number(y(row) + inset),
                    short_number(side_ * cells - 2 * inset), short_number(side_ - 2 * inset),
                    short_number(x(col) + inset));
  }

  // Cells that are wrong in part are right ones with a smaller square within.
  void collect() {
    for (int row = 0; row < map_.cell_rows(); ++row) {
      int begin = 0;
      for (int col = 0; col < map_.cell_cols(); ++col) {
        const std::size_t ground = ground_of(row, col);
        const bool ends = col + 1 == map_.cell_cols() || ground != ground_of(row, col + 1);
        if (ends) {
          square(ground, row, begin, col + 1 - begin, 1);
          begin = col + 1;
        }
      }
    }
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
      const ErrorCell& cell = map_.cells[i];
      if (is_partial(cell)) {
        const double part = std::max(0.4, std::sqrt(double(cell.wrong) / cell.elements));
        square(level_of(cell), int(i) / map_.cell_cols(), double(int(i) % map_.cell_cols()), 1,
               std::min(part, 0.85));
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
      lines += fmt::format("M{} {}V{}", short_number(x(col)), kTop, short_number(bottom));
    }
    for (int row = 0; row <= map_.cell_rows(); row += step) {
      lines +=
          fmt::format("M{} {}H{}", short_number(left_), short_number(y(row)), short_number(right));
    }
    add_path(svg, lines, classes);
  }

  // Rows and columns of C at which tiles begin, as far as there is room for the numbers.
  void draw_numbers(Node svg) const {
    const int step = std::max(1, kTile / map_.width);
    const int every = std::max(1, int(std::ceil(36 / (side_ * step)))) * step;
    for (int col = 0; col < map_.cell_cols(); col += every) {
      add_label(svg, x(col), kTop - 6, std::to_string(col * map_.width), "dim");
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

}  // namespace

void add_errors(Node parent, const ErrorMap& map, const std::string& label, Seen& seen) {
  Heatmap(map).draw(parent, label, seen);
}

}  // namespace gemmlab::html
