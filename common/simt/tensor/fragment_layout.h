// Which elements of a matrix each lane of a warp holds, and by which accesses they come: as wmma
// has it on GPUs from compute capability 8.0 to 9.0.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/simt/shim/tensor_abi.h"

namespace simt {

inline constexpr int kLanes = 32;

struct MatrixPlace {
  int row, col;

  bool operator==(const MatrixPlace&) const = default;
};

// One of a lane's loads or stores: `count` elements, neighbours in memory.
struct FragmentAccess {
  MatrixPlace first;
  int count;
};

int rows_of(const FragmentType& type);
int cols_of(const FragmentType& type);
std::uint32_t bytes_of(Element element);

// For all lanes.
struct FragmentLayout {
  int elements = 0;  // of a lane that differ; a fragment of halves may hold each several times
  std::array<std::vector<MatrixPlace>, kLanes> places;
  // In the order of the instructions; as matrices lie by rows, and by columns. Halves that lie the
  // other way are transposed after they have come, so other lanes load them.
  std::array<std::vector<FragmentAccess>, kLanes> by_rows, by_cols;
};

// By operand, element and shape; made once for each.
const FragmentLayout& layout_of(const FragmentType& type);

}  // namespace simt
