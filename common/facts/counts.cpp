#include "common/facts/counts.h"

#include <algorithm>
#include <tuple>

namespace gemmlab {
namespace {

auto kind_of(const LaunchShape& launch) {
  return std::tie(launch.grid, launch.block, launch.shared_bytes, launch.kernel);
}

}  // namespace

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
  const auto same = std::ranges::find_if(
      launches, [&](const LaunchShape& each) { return kind_of(each) == kind_of(launch); });
  if (same != launches.end()) {
    same->times += launch.times;
  } else if (!launches.is_full()) {
    launches.push_back(launch);
  } else if (auto least = std::ranges::min_element(launches, {}, &LaunchShape::threads);
             least->threads() < launch.threads()) {
    *least = launch;
  }
}

std::uint64_t number_of(const Launches& launches) {
  std::uint64_t number = 0;
  for (const LaunchShape& launch : launches) {
    number += launch.times;
  }
  return number;
}

const LaunchShape* only_launch(const std::vector<LaunchShape>& launches) {
  return launches.size() == 1 && launches[0].times == 1 ? &launches[0] : nullptr;
}

}  // namespace gemmlab
