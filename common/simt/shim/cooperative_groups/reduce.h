// CUDA's cooperative_groups::reduce, for tiles and coalesced groups.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define SIMT_OPERATOR(name, value)                            \
  template <class T>                                          \
  struct name {                                               \
    __device__ T operator()(T a, T b) const { return value; } \
  };
SIMT_OPERATOR(plus, a + b)
SIMT_OPERATOR(less, b < a ? b : a)
SIMT_OPERATOR(greater, a < b ? b : a)
SIMT_OPERATOR(bit_and, a& b)
SIMT_OPERATOR(bit_or, a | b)
SIMT_OPERATOR(bit_xor, a ^ b)
#undef SIMT_OPERATOR

// Combines the values of all threads of the group with `op`; every thread gets the result.
template <class Group, class T, class Op>
__device__ SIMT_INLINE auto reduce(const Group& group, T value, Op op)
    -> decltype(op(value, value)) {
  static_assert(
      requires { group.shfl(value, 0u); },
      "cooperative_groups::reduce is for tiles and coalesced groups, not for blocks");
  if constexpr (requires { group.shfl_xor(value, 1u); }) {
    decltype(op(value, value)) result = value;
    for (unsigned distance = group.size() / 2; distance > 0; distance /= 2) {
      result = op(result, group.shfl_xor(result, distance));
    }
    return result;
  } else {
    decltype(op(value, value)) result = group.shfl(value, 0u);
    for (unsigned rank = 1; rank < group.size(); ++rank) {
      result = op(result, group.shfl(value, rank));
    }
    return result;
  }
}

}  // namespace cooperative_groups
