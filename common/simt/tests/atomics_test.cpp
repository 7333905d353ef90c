// Atomics work as in CUDA, and are distinguished from plain accesses.
#include <cstdint>
#include <vector>

#include "common/facts/finding.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;
using testing::run_right;

TEST(Atomics, AddUp) {
  Options options;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    options.seed = seed;
    const Outcome outcome = run_right("atomics", "atomics", 32, options);
    EXPECT_EQ(outcome.c[0], 8 * 96);
    EXPECT_EQ(outcome.c[1], 8 * 96 * 0.5f);
    EXPECT_EQ(outcome.c[2], 8 * 96 - 1);
    EXPECT_EQ(outcome.c[3], 8 * 96 % 10);
    // The one on shared memory does not count, and none is a plain store.
    EXPECT_EQ(outcome.report.counts.global_atomic_bytes, 8u * (1 + 3 * 96) * 4);
    EXPECT_EQ(outcome.report.counts.global_store.bytes, 0u);
  }
}

TEST(Atomics, AreOfAllTypesAndScopes) {
  const std::vector<float> wanted = {64, 128, 0,  0, 64,    128, 192, 256,  // float2, float4
                                     64, 937, 63, 1, 65535, 0,   128, 37,  4, 192, 16};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Options options;
    options.seed = seed;
    const Outcome outcome = run_right("atomics", "all_atomics", 32, options);
    EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 19), wanted);
  }
}

TEST(Atomics, RaceWithPlainAccesses) {
  const Outcome outcome = testing::run("atomics", "atomic_against_plain", 32);
  EXPECT_NE(outcome.find(FindingKind::race), nullptr) << outcome.all_findings();
}

TEST(Atomics, MaySwapInLoopsThatBeginWithAPlainRead) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Options options;
    options.seed = seed;
    const Outcome outcome = testing::run("atomics", "swap_loop", 32, options);
    for (const Finding& finding : outcome.report.findings) {
      EXPECT_FALSE(is_hard(finding.kind)) << outcome.all_findings();
    }
    float sum = 0.0f;
    for (size_t i = 0; i < 64; ++i) {
      sum += 4 * outcome.a[i];
    }
    EXPECT_EQ(outcome.c[0], sum);
  }
}

}  // namespace
}  // namespace simt
