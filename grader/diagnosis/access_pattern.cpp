#include "grader/diagnosis/access_pattern.h"

#include <limits>
#include <map>

namespace gemmlab {
namespace {

using Offsets = std::vector<std::int64_t>;
using Kind = LanePattern::Kind;

constexpr std::int64_t kSectorBytes = 32;
constexpr unsigned kWarp = 32;

bool makes_sense(const AccessPlace& place) {
  const WarpExample& example = place.example;
  return !example.lanes.empty() && example.lanes.size() <= kWarp &&
         example.lanes.size() == example.offsets.size() && place.bytes > 0 &&
         example.element_bytes > 0;
}

// Bytes of a row, if the variable has rows and all lanes are inside it; else 0.
std::int64_t row_bytes(const WarpExample& example) {
  const std::int64_t size = bytes_of_variable(example);
  const auto [first, last] = std::ranges::minmax_element(example.offsets);
  const bool inside = size > 0 && *first >= 0 && *last < size;
  return inside && example.extents.size() >= 2 ? example.extents.back() * example.element_bytes : 0;
}

// The distance between consecutive offsets if it is constant, else 0. Offsets are in order.
std::int64_t even_step(const Offsets& offsets) {
  const std::int64_t step = offsets.size() < 2 ? 0 : offsets[1] - offsets[0];
  const auto differs = [&](std::int64_t from, std::int64_t to) { return to - from != step; };
  return std::ranges::adjacent_find(offsets, differs) == offsets.end() ? step : 0;
}

// Lanes per distinct offset, if constant; else 0.
unsigned lanes_to_each(const Offsets& offsets) {
  std::map<std::int64_t, unsigned> lanes;
  for (const std::int64_t offset : offsets) {
    ++lanes[offset];
  }
  const unsigned first = lanes.begin()->second;
  const bool same =
      std::ranges::all_of(lanes, [&](const auto& each) { return each.second == first; });
  return same ? first : 0;
}

// Whether most steps from one lane to the next change the row.
bool goes_down_rows(const Offsets& in_lane_order, std::int64_t width) {
  std::size_t changes = 0;
  for (std::size_t i = 1; width > 0 && i < in_lane_order.size(); ++i) {
    changes += in_lane_order[i] / width != in_lane_order[i - 1] / width;
  }
  return 2 * changes > in_lane_order.size();
}

void look_at_rows(const Offsets& distinct, std::int64_t width, const AccessPlace& place,
                  LanePattern& pattern) {
  std::map<std::int64_t, Offsets> columns;  // by row
  for (const std::int64_t offset : distinct) {
    const std::int64_t row = width > 0 ? offset / width : 0;
    columns[row].push_back(offset - row * width);
  }
  pattern.down_rows = goes_down_rows(place.example.offsets, width);
  pattern.rows = width > 0 ? static_cast<unsigned>(columns.size()) : 0;
  const Offsets& first = columns.begin()->second;
  const std::int64_t step = even_step(first);
  const bool alike =
      std::ranges::all_of(columns, [&](const auto& row) { return row.second == first; });
  if (!alike || (first.size() > 1 && (step <= 0 || step % place.example.element_bytes != 0))) {
    pattern.kind = even_step(distinct) == place.bytes ? Kind::neighbours : Kind::irregular;
    return;
  }
  if (first.size() == 1) {
    pattern.kind = Kind::column;
    return;
  }
  pattern.stride = step / place.example.element_bytes;
  pattern.run = static_cast<unsigned>(first.size());
  pattern.kind = step != place.bytes   ? Kind::strided
                 : columns.size() == 1 ? Kind::neighbours
                                       : Kind::row_pieces;
  pattern.on_sector_edge = std::ranges::all_of(columns, [&](const auto& row) {
    return (row.first * width + row.second.front()) % kSectorBytes == 0;
  });
}

}  // namespace

LanePattern pattern_of(const AccessPlace& place) {
  LanePattern pattern;
  pattern.lanes = static_cast<unsigned>(place.example.lanes.size());
  if (!makes_sense(place)) {
    return pattern;
  }
  Offsets distinct = place.example.offsets;
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  pattern.distinct = static_cast<unsigned>(distinct.size());
  pattern.each = lanes_to_each(place.example.offsets);
  if (distinct.size() == 1) {
    pattern.kind = Kind::one_element;
    pattern.rows = row_bytes(place.example) > 0 ? 1 : 0;
    return pattern;
  }
  look_at_rows(distinct, row_bytes(place.example), place, pattern);
  if (pattern.kind == Kind::neighbours) {
    pattern.on_sector_edge = distinct.front() % kSectorBytes == 0;
  }
  return pattern;
}

std::int64_t bytes_of_variable(const WarpExample& example) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / (1 << 20);
  std::int64_t bytes = example.extents.empty() ? 0 : example.element_bytes;
  for (const std::int64_t extent : example.extents) {
    bytes = extent <= 0 || bytes > kMost / extent ? 0 : bytes * extent;
  }
  return bytes;
}

}  // namespace gemmlab
