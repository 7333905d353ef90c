// How many sectors of global memory one load of a warp touches.
#pragma once

#include <cstdint>
#include <functional>

namespace gemmlab::model {

inline constexpr int kSector = 32;  // bytes: the unit in which memory answers

// Sectors that the lanes 0 to 31 of a warp touch together; `element` gives each lane's float, as an
// index from the start of an aligned array.
int sectors(const std::function<std::int64_t(int lane)>& element);

// Sectors for each request of the naive kernel at width n, a multiple of 32, with blocks of
// 16 x 16 threads: x along a row of C, or (transposed) along a column.
double naive_sectors(std::int64_t n, bool transposed);

// The same for the kernel of 64 threads with a row of A each, and strips of B of 16 columns and 4
// rows in shared memory.
double joint_sectors(std::int64_t n);

}  // namespace gemmlab::model
