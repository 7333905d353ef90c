#include "common/facts/counts.h"

#include <algorithm>
#include <tuple>

namespace gemmlab {

double LaunchShape::threads() const {
  double product = 1;
  for (const auto& extents : {grid, block}) {
    for (const unsigned extent : extents) {
      product *= extent;
    }
  }
  return product;
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
