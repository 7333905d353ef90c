#include "grader/speed/machine_rates.h"

#include <cstdint>
#include <vector>

#include "grader/machine/paths.h"
#include "grader/speed/runner.h"

namespace gemmlab {
namespace {

constexpr int kSamples = 11;
constexpr int kOutputs = 8;  // copies per sample

// Calls per second of one of our programs.
double calls_a_second(Session& session, const Pools& pools) {
  session.load();
  Runner runner(session, memory_budget(session, 1));
  runner.take(pools, false);
  runner.trust_clock();
  warm_up(runner.contestant());
  return usual_rate(runner.contestant(), kSamples) / runner.contestant().flops;
}

// The width of the largest matrices that fit: a and all its copies.
int copied_size(std::uint64_t budget) {
  for (int size : {8192, 4096, 2048, 1024}) {
    if (sizeof(float) * (Pools::elements(size, size) + Pools::elements(0, 0) +
                         std::uint64_t(kOutputs) * size * size) <=
        budget) {
      return size;
    }
  }
  throw Untimed{.cause = TooLittleMemory{"to measure copies"}};
}

}  // namespace

double measure_copy() {
  Session session = session_of(paths().speed_programs() / "copy.cu", shared_elements(square(8192)));
  session.load();
  const int size = copied_size(memory_budget(session, 1));
  // Only a is read, and only its bytes.
  const Pools pools{size, size, size, std::vector<float>(Pools::elements(size, size)),
                    std::vector<float>(Pools::elements(0, 0))};
  return calls_a_second(session, pools) * 2 * sizeof(float) * size * size;
}

MachineRates measure_machine() {
  constexpr int kSize = 2048;  // of the product with the same number of multiply-adds
  Session session = session_of(paths().speed_programs() / "ffma_peak.cu");
  const double calls = calls_a_second(session, make_pools(square(kSize), 0));
  session.stop();
  return {calls * 2.0 * kSize * kSize * kSize, measure_copy()};
}

}  // namespace gemmlab
