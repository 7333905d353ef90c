#include "common/model/coalescing.h"

#include <set>

#include "common/model/devices.h"
#include "common/model/kernels.h"

namespace gemmlab::model {

int sectors(const std::function<std::int64_t(int lane)>& element) {
  std::set<std::int64_t> touched;
  for (int lane = 0; lane < kWarp; ++lane) {
    touched.insert(element(lane) * kFloat / kSector);
  }
  return static_cast<int>(touched.size());
}

double naive_sectors(std::int64_t n, bool transposed) {
  constexpr int kWidth = 16;
  const auto row = [&](int lane) { return transposed ? lane % kWidth : lane / kWidth; };
  const auto col = [&](int lane) { return transposed ? lane / kWidth : lane % kWidth; };
  const int of_a = sectors([&](int lane) { return row(lane) * n; });
  const int of_b = sectors([&](int lane) { return std::int64_t{col(lane)}; });
  return (of_a + of_b) / 2.0;
}

double joint_sectors(std::int64_t n) {
  constexpr int kColumns = 16, kDepth = 4;
  // For each strip a warp makes kDepth requests for A, whose lanes are rows, and one for B.
  const int of_a = sectors([&](int lane) { return lane * n; });
  const int of_b = sectors([&](int lane) { return lane / kColumns * n + lane % kColumns; });
  return double(kDepth * of_a + of_b) / (kDepth + 1);
}

}  // namespace gemmlab::model
