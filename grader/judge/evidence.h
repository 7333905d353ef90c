// Whether a right kernel does what its lab is about, by the simulator's counts.
#pragma once

#include "grader/core/result.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Where the counts are taken.
inline constexpr int kMetricsExtent = 128;

// Where what lies outside of C hardly counts: sizes that many tiles divide.
inline constexpr int kRoomyExtent = 960, kRoomyDepth = 192;

// Where what happens once for each element of C hardly counts.
inline constexpr int kLongDepth = 1024;

// What a count is for this kernel. Shapes are metrics.shape's.
double measured(const Evidence& evidence, const Metrics& metrics);

// Passes or fails `check`, with the number, the limit, and what to change.
void judge_evidence(const Evidence& evidence, const Metrics& metrics, Check& check);

// Whether the kernels that ran can have stored C: empty if so, else a sentence. A check that
// examined nothing must not pass.
std::string nothing_stored(const Metrics& metrics);

// Whether they can have loaded A and B, too.
std::string nothing_examined(const Metrics& metrics);

}  // namespace gemmlab
