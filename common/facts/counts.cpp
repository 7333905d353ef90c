#include "common/facts/counts.h"

#include <algorithm>
#include <tuple>

namespace gemmlab {

namespace {

double product_of(const std::array<unsigned, 3>& extents) {
  return double(extents[0]) * extents[1] * extents[2];
}

}  // namespace

double LaunchShape::blocks() const {
  return product_of(grid);
}

double LaunchShape::threads() const {
  return blocks() * product_of(block);
}

void add(Launches& launches, const LaunchShape& launch) {
  const auto kind_of = [](const LaunchShape& each) {
    return std::tie(each.grid, each.block, each.shared_bytes, each.kernel);
  };
  const auto same = std::ranges::find(launches, kind_of(launch), kind_of);
  if (same != launches.end()) {
    same->times += launch.times;
    same->loaded += launch.loaded;
  } else if (!launches.is_full()) {
    launches.push_back(launch);
  } else if (auto least = std::ranges::min_element(launches, {}, &LaunchShape::threads);
             least->threads() < launch.threads()) {
    *least = launch;
  }
}

}  // namespace gemmlab
