// The product of a warp's fragments: their elements are gathered from the lanes, multiplied, and
// scattered to the lanes again.
#pragma once

#include <array>
#include <optional>

#include "common/simt/shim/tensor_abi.h"
#include "common/simt/tensor/fragment_layout.h"

namespace simt {

// One lane's call; null: the lane does not take part, and its elements are 0.
using WarpProduct = std::array<const FragmentProduct*, kLanes>;

// All calls have the same types. Sets d of each lane.
void multiply(const WarpProduct& calls);

// The first operand of which a lane has an element that nothing set.
struct UnsetOperand {
  Operand operand;
  int lane;
};
std::optional<UnsetOperand> find_unset(const WarpProduct& calls);

}  // namespace simt
