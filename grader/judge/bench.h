// How fast programs are, side by side: all of them in turns, in one run.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/session/session.h"

namespace gemmlab {

struct BenchProgram {
  std::string name;  // "03 tiled_kernel"
  std::filesystem::path source;
  bool computes = true;  // a product, that can be verified
};

struct BenchRate {
  double flops = 0;                 // a second: the median of all rounds
  double slowest = 0, fastest = 0;  // of all rounds
};

using Complain = std::function<void(const std::string& program, const std::string& why)>;

inline constexpr int kBenchRounds = 11;

// The rates of all programs at one size, in their order; one of 0 for a program that cannot be run
// or computes something else, about which `complain` is told: its name, and why. Each round runs
// every program once, every second round backwards. All that compute are verified first, on inputs
// that TF32 or half precision cannot get right, and after each sample. Throws InfrastructureError
// and Interrupted.
std::vector<BenchRate> bench(const std::vector<BenchProgram>& programs,
                             int size,
                             std::uint64_t seed,
                             const Complain& complain);

}  // namespace gemmlab
