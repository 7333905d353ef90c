#include "grader/report/html/warp.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "grader/report/html/memory_picture.h"
#include "grader/report/html/svg.h"
#include "grader/report/html/warp_memory.h"

namespace gemmlab::html {
namespace {

constexpr unsigned kWarp = 32;

void add_lanes(Node parent, const AccessPlace& place) {
  constexpr unsigned kAcross = 8;
  const Node svg = add_svg(parent, kAcross * kCell, kHead + kWarp / kAcross * kCell,
                           fmt::format("{} of 32 lanes take part", place.example.lanes.size()));
  add_label(svg, 0, 10, fmt::format("the warp\u2019s lanes"), "dim");
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
                        : fmt::format("lane {} takes no part", lane));
    add_label(svg, x + kCell / 2, y + 14, std::to_string(lane), is_active ? "n" : "n dim");
  }
}

std::string caption(const AccessPlace& place, const MemoryPicture& picture) {
  const bool is_shared_by_lanes =
      std::any_of(picture.lanes.begin(), picture.lanes.end(),
                  [](const auto& cell) { return cell.second.size() > 1; });
  const std::string cells =
      fmt::format("In the cells: the lane that {} it{}.", place.is_store ? "writes" : "reads",
                  is_shared_by_lanes ? ", or \u00d7 and how many do" : "");
  if (picture.space == Space::shared) {
    return fmt::format(
        "Each column is a bank, which gives one word a pass. {}{}", cells,
        picture.conflicts.empty() ? "" : " Red: banks of which several words are wanted.");
  }
  return cells + " Outlined: sectors of 32 bytes, which move as a whole; pale cells move unused.";
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
  const Node memory = add(row, "div", "scroll");
  set(memory, "tabindex", "0");
  add_memory(memory, place, picture,
             fmt::format("the cells of {} that one warp touches",
                         place.example.variable.empty() ? "memory" : place.example.variable));
  add(figure, "figcaption", "", caption(place, picture));
}

}  // namespace gemmlab::html
