// The one number of the speed rule.
#pragma once

namespace gemmlab {

// Share of the textbook solution's own speed-up that a program must reach.
inline constexpr double kPassMark = 0.7;

}  // namespace gemmlab
