#include <algorithm>

#include "grader/report/failures.h"
#include "grader/report/html/error_picture.h"
#include "grader/report/html/sections.h"

namespace gemmlab::html {
namespace {

constexpr std::size_t kShown = 3;  // pictures at once

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

void add_map(Node maps, const Check& check, Seen& seen) {
  const ErrorMap& map = *check.error_map;
  const Node figure = add(maps, "figure", "map");
  const std::string label =
      fmt::format("C, {} rows and {} columns: {}", map.rows, map.cols, sums(map));
  add_errors(add(figure, "div", "scroll"), map, label, seen);
  const Node caption = add(figure, "figcaption");
  add(caption, "b", "", check.shape ? extents(*check.shape) : check.name);
  add_text(caption, map.input.empty() ? "" : fmt::format(", {} input", map.input));
  add(caption, "div", "", sums(map));
  add(caption, "div", "dim",
      map.width == 1 ? "a square is an element"
                     : fmt::format("a square is {0} \u00d7 {0} elements", map.width));
  add_mismatches(caption, map);
}

void add_legend(Node parent, const Seen& seen) {
  const Node legend = add(parent, "ul", "legend");
  for (std::size_t level = 0; level < kLevels.size(); ++level) {
    if (seen.levels[level]) {
      const Node item = add(legend, "li");
      add(item, "span", fmt::format("swatch {}", kLevels[level].name));
      add_text(item, kLevels[level].meaning);
    }
  }
  if (seen.levels[1] || seen.levels[2] || seen.levels[3]) {
    add(legend, "li", "", "% of the sum of |a||b|");
  }
  if (seen.part) {
    add(legend, "li", "", "a small square: some elements of it");
  }
}

// Some is right and some is not: then the pattern tells something.
bool has_pattern(const ErrorMap& map) {
  const auto is_wrong = [](const ErrorCell& cell) { return cell.wrong == cell.elements; };
  return !std::all_of(map.cells.begin(), map.cells.end(), is_wrong);
}

}  // namespace

void add_heatmaps(Node parent, const std::vector<const Check*>& checks) {
  std::vector<const Check*> drawn;
  std::copy_if(checks.begin(), checks.end(), std::back_inserter(drawn),
               [](const Check* check) { return check->error_map.has_value(); });
  if (drawn.empty()) {
    return;
  }
  // Those with the most to see first; what is too much can be opened.
  const auto to_see = [](const Check* check) {
    return std::pair(has_pattern(*check->error_map), check->error_map->cells.size());
  };
  std::stable_sort(drawn.begin(), drawn.end(),
                   [&](const Check* a, const Check* b) { return to_see(a) > to_see(b); });
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
    const Node details = add(parent, "details");
    add(details, "summary", "",
        fmt::format("{} of C", counted(drawn.size() - shown, "more picture")));
    draw(details, shown, drawn.size());
  }
  add_legend(parent, seen);
}

}  // namespace gemmlab::html
