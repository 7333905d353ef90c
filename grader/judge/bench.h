// The speed of programs compared: all take turns in one run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grader/core/fs.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct BenchProgram {
  std::string name;  // "03 tiled_kernel"
  fs::path source;
  bool computes = true;  // a matrix product of floats, which can be verified
  int multiple_of = 1;   // sizes that it can take
  Element element = Element::float_;
  Precision precision = Precision::fp32;
};

struct BenchRate {
  double flops = 0;                 // per second: the median of all rounds
  std::vector<double> rounds = {};  // of each, in their order
};

using Complain = std::function<void(const std::string& program, const std::string& why)>;

inline constexpr int kBenchRounds = 11;

// The rates of all programs at one shape, in their order. The rate is 0 for a program that cannot
// run or computes something else; `complain` gets its name and the reason. Each round runs every
// program once, in reverse order every second round. All that compute are verified before the first
// round, on inputs that TF32 or half precision cannot get right, and after each sample. Throws
// InfrastructureError and Interrupted.
std::vector<BenchRate> bench(const std::vector<BenchProgram>& programs, const Shape& shape,
                             std::uint64_t seed, const Complain& complain);

}  // namespace gemmlab
