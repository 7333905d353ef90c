#include "grader/report/html/warp.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/facts/place.h"
#include "grader/report/html/element.h"
#include "grader/report/html/memory_picture.h"

namespace gemmlab::html {
namespace {

constexpr unsigned kWarp = 32;
constexpr double kCell = 20;  // pixels in each direction
constexpr double kHead = 16;  // above the first row of cells

constexpr double kGap = 22;                  // for omitted columns
constexpr double kRowGap = 3, kBankGap = 0;  // between rows; a bank continues below

// "lane 3"; "lanes 0 to 15"; "16 lanes: 0, 2, 4, 6 ..."
std::string lanes_in_words(const std::vector<unsigned>& lanes) {
  if (lanes.size() == 1) {
    return fmt::format("lane {}", lanes.front());
  }
  const unsigned span = lanes.back() - lanes.front() + 1;
  if (std::is_sorted(lanes.begin(), lanes.end()) && span == lanes.size()) {
    return fmt::format("lanes {} to {}", lanes.front(), lanes.back());
  }
  const auto end = lanes.begin() + std::min<std::ptrdiff_t>(std::ssize(lanes), 4);
  return fmt::format("{} lanes: {}{}", lanes.size(), fmt::join(lanes.begin(), end, ", "),
                     end == lanes.end() ? "" : " ...");
}

std::string lane_class(unsigned lane) {
  return fmt::format("l{}", std::min(lane, 31u));
}

class Drawing {
 public:
  Drawing(const AccessPlace& place, const MemoryPicture& picture)
      : place_(place), picture_(picture) {
    for (const Band& row : picture.rows) {
      const double digits = row.skipped > 0 ? 0 : double(row_label(row).size());
      left_ = std::max(left_, kDigitWidth * digits + 6);
    }
    double x = left_;
    for (const Band& column : picture.columns) {
      x_.push_back(x);
      x += column.skipped > 0 ? kGap : kCell;
    }
    width_ = x + 2;
    height_ = y_of(picture.rows.size()) + (picture.conflicts.empty() ? 1 : 18);
  }

  void draw(Node parent, const std::string& label) const {
    const Node svg = add_svg(parent, width_, height_, label);
    draw_banks(svg);
    draw_heads(svg);
    for (std::size_t i = 0; i < picture_.rows.size(); ++i) {
      const Band& row = picture_.rows[i];
      const double y = y_of(i);
      if (row.skipped > 0) {
        add_label(
            svg, left_, y + 14,
            fmt::format("\u22ee  {}", counted_in_groups(std::uint64_t(row.skipped), "more row")),
            "dim more");
      } else {
        draw_row(svg, row.at, y);
      }
    }
  }

 private:
  double y_of(std::size_t row) const {
    const double gap = picture_.space == Space::shared ? kBankGap : kRowGap;
    return kHead + 1 + (kCell + gap) * double(row);
  }

  std::string row_label(const Band& row) const {
    if (picture_.has_rows) {
      return std::to_string(row.at);
    }
    const std::int64_t byte = row.at * picture_.width * picture_.cell_bytes;
    const std::string name = cell_name(place_.example, byte);
    const std::size_t bracket = name.find('[');
    return bracket == std::string::npos ? fmt::format("{:+} B", byte) : name.substr(bracket);
  }

  // Banks that must deliver several words, one in each wavefront.
  void draw_banks(Node svg) const {
    for (std::size_t i = 0; i < picture_.columns.size(); ++i) {
      const auto conflict = picture_.conflicts.find(int(picture_.columns[i].at));
      if (conflict == picture_.conflicts.end()) {
        continue;
      }
      const Node column = add_rect(svg, x_[i], kHead + 0.5, kCell, height_ - kHead - 1, "hot");
      add_title(column, fmt::format("bank {}: {} words, one in each wavefront", conflict->first,
                                    conflict->second));
      add_label(svg, x_[i] + kCell / 2, height_ - 5, fmt::format("{}\u00d7", conflict->second),
                "n bad");
    }
  }

  // Numbers of columns or banks: at the start of a run, and every eighth.
  void draw_heads(Node svg) const {
    for (std::size_t i = 0; i < picture_.columns.size(); ++i) {
      const Band& column = picture_.columns[i];
      const bool begins = i == 0 || picture_.columns[i - 1].skipped > 0;
      if (column.skipped > 0) {
        add_label(svg, x_[i] + kGap / 2, 11, "\u22ef", "n dim");
      } else if (picture_.space == Space::shared ||
                 (picture_.has_rows && (begins || column.at % 4 == 0))) {
        add_label(svg, x_[i] + kCell / 2, 11, std::to_string(column.at), "n dim");
      }
    }
  }

  void draw_row(Node svg, std::int64_t row, double y) const {
    add_label(svg, left_ - 4, y + 14, row_label({row, 0}), "end dim");
    std::string unused;
    for (std::size_t i = 0; i < picture_.columns.size(); ++i) {
      const Band& column = picture_.columns[i];
      if (column.skipped > 0) {
        continue;
      }
      const std::int64_t cell = row * picture_.width + column.at;
      const bool is_free_bank =
          picture_.space == Space::shared && !picture_.conflicts.contains(int(column.at));
      if (const auto lanes = picture_.lanes.find(cell); lanes != picture_.lanes.end()) {
        draw_cell(svg, cell, lanes->second, x_[i], y);
      } else if (is_moved(cell) || is_free_bank) {
        unused += drawn("M{} {}h{}v{}h-{}z", x_[i] + 0.5, y + 0.5, kCell - 1, kCell - 1, kCell - 1);
      }
    }
    if (!unused.empty()) {
      const bool is_moved = picture_.space == Space::global;
      add_title(add_path(svg, unused, is_moved ? "moved" : "free"),
                is_moved ? "moved with its sector, used by no lane" : "not accessed");
    }
    draw_sectors(svg, row, y);
  }

  bool is_moved(std::int64_t cell) const { return picture_.sectors.contains(sector_of(cell)); }

  std::int64_t sector_of(std::int64_t cell) const {
    return floor_divide(cell * picture_.cell_bytes, kSectorBytes);
  }

  void draw_cell(Node svg, std::int64_t cell, const std::vector<unsigned>& lanes, double x,
                 double y) const {
    const std::int64_t byte = cell * picture_.cell_bytes;
    const bool outside = is_outside(place_.example, byte);
    const std::string title =
        fmt::format("{}{}: {}", cell_name(place_.example, byte),
                    outside ? fmt::format(", outside of {}", place_.example.variable) : "",
                    lanes_in_words(lanes));
    // Lanes that share a cell share its colour: one stripe each, as long as stripes are visible.
    const std::size_t stripes = std::min<std::size_t>(lanes.size(), 4);
    const Node group = stripes > 1 ? add_void(svg, "g") : svg;
    Node stripe;
    for (std::size_t i = 0; i < stripes; ++i) {
      const double step = (kCell - 1) / double(stripes);
      const unsigned lane = lanes[i * lanes.size() / stripes];
      stripe = add_rect(group, x + 0.5 + step * double(i), y + 0.5, step, kCell - 1,
                        "c " + lane_class(lane) + (outside ? " out" : ""));
    }
    add_title(stripes > 1 ? group : stripe, title);
    add_label(
        group, x + kCell / 2, y + 14,
        lanes.size() == 1 ? std::to_string(lanes.front()) : fmt::format("\u00d7{}", lanes.size()),
        lanes.size() == 1 ? "n" : "n many");
  }

  // Each sector's outline, as far as it is in this row and the visible columns.
  void draw_sectors(Node svg, std::int64_t row, double y) const {
    std::map<std::int64_t, std::pair<double, double>> spans;  // of x, by sector
    for (std::size_t i = 0; i < picture_.columns.size(); ++i) {
      const std::int64_t cell = row * picture_.width + picture_.columns[i].at;
      if (picture_.columns[i].skipped == 0 && is_moved(cell)) {
        const auto [span, is_new] = spans.try_emplace(sector_of(cell), x_[i], x_[i]);
        span->second.second = x_[i] + kCell;
      }
    }
    for (const auto& [sector, span] : spans) {
      add_rect(svg, span.first, y, span.second - span.first, kCell, "sector");
    }
  }

  const AccessPlace& place_;
  const MemoryPicture& picture_;
  double left_ = 0, width_ = 0, height_ = 0;
  std::vector<double> x_;  // of each column
};

void add_lanes(Node parent, const AccessPlace& place) {
  constexpr unsigned kAcross = 8;
  const Node svg = add_svg(parent, kAcross * kCell, kHead + kWarp / kAcross * kCell,
                           fmt::format("{} of 32 lanes take part", place.example.lanes.size()));
  add_label(svg, 0, 10, "the warp\u2019s lanes", "dim");
  std::map<unsigned, std::int64_t> offsets;
  for (std::size_t i = 0; i < place.example.lanes.size(); ++i) {
    offsets[place.example.lanes[i]] = place.example.offsets[i];
  }
  for (unsigned lane = 0; lane < kWarp; ++lane) {
    const double x = lane % kAcross * kCell, y = kHead + lane / kAcross * kCell;
    const auto offset = offsets.find(lane);
    const bool is_active = offset != offsets.end();
    const Node cell = add_rect(svg, x + 0.5, y + 0.5, kCell - 1, kCell - 1,
                               is_active ? "c " + lane_class(lane) : "c idle");
    add_title(cell, is_active
                        ? fmt::format("lane {} {} {}", lane, place.is_store ? "writes" : "reads",
                                      cell_name(place.example, offset->second))
                        : fmt::format("lane {} does not take part", lane));
    add_label(svg, x + kCell / 2, y + 14, std::to_string(lane), is_active ? "n" : "n dim");
  }
}

std::string caption(const AccessPlace& place, const MemoryPicture& picture) {
  const bool is_shared_by_lanes =
      std::ranges::any_of(picture.lanes, [](const auto& cell) { return cell.second.size() > 1; });
  const std::string cells =
      fmt::format("In the cells: the lane that {} it{}.", place.is_store ? "writes" : "reads",
                  is_shared_by_lanes ? ", or \u00d7 and the number of lanes" : "");
  if (picture.space == Space::shared) {
    return fmt::format(
        "Each column is a bank, which serves one word per wavefront. {}{}", cells,
        picture.conflicts.empty() ? "" : " Red: banks with requests for several words.");
  }
  return cells +
         " Outlined: sectors of 32 bytes, which move as a whole; pale cells move but are not used.";
}

}  // namespace

void add_warp(Node parent, const AccessPlace& place) {
  const MemoryPicture picture = picture_of(place);
  if (picture.rows.empty()) {
    return;
  }
  const Node figure = add(parent, "figure", "warp");
  const Node row = add(figure, "div", "warp-row");
  add_lanes(add(row, "div", "lanes"), place);
  const std::string name = place.example.variable.empty() ? "memory" : place.example.variable;
  Drawing(place, picture)
      .draw(add_picture_box(row), fmt::format("the cells of {} that one warp accesses", name));
  add(figure, "figcaption", "", caption(place, picture));
}

}  // namespace gemmlab::html
