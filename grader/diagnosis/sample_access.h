// Made-up accesses, shared by the tests of their patterns and words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grader/core/metrics.h"

namespace gemmlab::sample {

using Position = std::function<std::pair<int, int>(int lane)>;  // row and column of its element

// One request of a 32-lane warp that accesses `variable` of [rows, cols] floats; units as in
// hardware for accesses of 4 bytes.
inline AccessPlace place_of(const std::string& variable, Space space, bool is_store, int rows,
                            int cols, const Position& position, int lanes = 32) {
  AccessPlace place;
  place.space = space;
  place.is_store = is_store;
  place.example.variable = variable;
  place.example.extents = {rows, cols};
  std::set<std::int64_t> sectors, words;
  int depth[32] = {};
  std::uint64_t deepest = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const auto [row, col] = position(lane);
    const std::int64_t offset = 4 * (std::int64_t(row) * cols + col);
    place.example.lanes.push_back(lane);
    place.example.offsets.push_back(offset);
    sectors.insert(offset / 32);
    if (words.insert(offset / 4).second) {
      deepest = std::max<std::uint64_t>(deepest, ++depth[offset / 4 % 32]);
    }
  }
  place.example.units = space == Space::global ? sectors.size() : deepest;
  place.example.ideal_units = space == Space::global ? (4 * words.size() + 31) / 32 : 1;
  place.counts = {1, place.example.units, place.example.ideal_units, 4ull * lanes};
  return place;
}

// A run at 128 x 128 x 128 with these places, all on one line, with blocks of 16 x 16.
inline Metrics run_with(std::vector<AccessPlace> places) {
  Metrics metrics;
  metrics.shape = {128, 128, 128, ""};
  metrics.launches = {{{8, 8, 1}, {16, 16, 1}, 8192}};
  metrics.lines = {{"kernel.cu", 1, {}, {}, {}, {}, std::move(places)}};
  return metrics;
}

}  // namespace gemmlab::sample
