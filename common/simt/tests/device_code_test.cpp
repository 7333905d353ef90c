// CUDA's device functions work as in CUDA.
#include <cmath>
#include <iterator>
#include <vector>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;
using testing::run_right;

TEST(DeviceCode, MovesAFloat4InOneAccess) {
  const Outcome outcome = run_right("device_code", "float4_copy");
  const RunCounts& counts = outcome.report.counts;
  EXPECT_EQ(counts.global_load.requests, 1u);
  EXPECT_EQ(counts.global_load.units, 16u);
  EXPECT_EQ(counts.global_load.ideal_units, 16u);
  EXPECT_EQ(counts.global_load.bytes, 512u);
  EXPECT_EQ(counts.global_store.requests, 1u);
  EXPECT_EQ(std::vector(outcome.c.begin(), outcome.c.begin() + 128),
            std::vector(outcome.a.begin(), outcome.a.begin() + 128));
}

TEST(DeviceCode, KeepsItsRegistersWhenALogIsFull) {
  const Outcome in_place = run_right("device_code", "registers_between_accesses");
  const Outcome by_calls = run_right("device_code_by_calls", "registers_between_accesses");
  for (size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(in_place.c[i], by_calls.c[i]);
    EXPECT_EQ(in_place.c[i], in_place.c[0] + static_cast<float>(i));
  }
}

TEST(DeviceCode, LandsAsynchronousCopiesWhereTheyAreWaitedFor) {
  const Outcome outcome = run_right("device_code", "async_copy");
  const RunCounts& counts = outcome.report.counts;
  EXPECT_EQ(counts.global_load.requests, 1u);
  EXPECT_EQ(counts.global_load.bytes, 30u * 4);  // zeros are not read
  EXPECT_EQ(counts.shared_store.requests, 2u);
  for (size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(outcome.c[i], i == 29 || i == 30 ? 0.0f : outcome.a[(i + 1) % 32]) << i;
  }
}

TEST(DeviceCode, TellsWhoReadsWhatIsStillBeingCopied) {
  const Outcome outcome = testing::run("device_code", "async_copy_without_wait", 32);
  EXPECT_NE(outcome.find(FindingKind::race), nullptr) << outcome.all_findings();
  EXPECT_TRUE(std::isnan(outcome.c[0]));
  // Although there are barriers between the copy's start, the reads and the wait.
  EXPECT_NE(testing::run("device_code", "async_copy_over_barriers", 32).find(FindingKind::race),
            nullptr);
}

TEST(DeviceCode, LetsNobodyStoreWhereACopyIsToLand) {
  EXPECT_TRUE(std::isnan(testing::run("device_code", "store_below_async_copy", 32).c[0]));
}

TEST(DeviceCode, LandsGroupsOfCopiesInTheirOrder) {
  const Outcome outcome = run_right("device_code", "async_copy_groups");
  EXPECT_EQ(outcome.c[0], outcome.a[3]);
  EXPECT_TRUE(std::isnan(outcome.c[1]));
}

TEST(DeviceCode, ComputesAndConverts) {
  const Outcome outcome = run_right("device_code", "mathematics");
  const float wanted[] = {1, -1, 0.7f, 0.5f, 1, 2 - 20 + 200, -7.5f};
  for (size_t i = 0; i < std::size(wanted); ++i) {
    EXPECT_FLOAT_EQ(outcome.c[i], wanted[i]) << i;
  }
}

TEST(DeviceCode, HasHalfAMegabyteOfLocalMemory) {
  const Outcome outcome = run_right("device_code", "large_local_array");
  for (size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(outcome.c[i], outcome.a[31 - i] + static_cast<float>(i));
  }
}

TEST(DeviceCode, ReadsAndWritesSymbolsAnewInEachRun) {
  for (int repeat = 0; repeat < 2; ++repeat) {
    const Outcome outcome = run_right("device_code", "symbols");
    EXPECT_EQ(outcome.c[2], outcome.a[2] * 3.0f + 3.0f);
    EXPECT_EQ(outcome.c[33], outcome.a[33] * 2.0f + 5.0f);
  }
}

TEST(DeviceCode, LoadsConstantsApartFromGlobalMemory) {
  const Outcome outcome = run_right("device_code", "scaled_by_a_constant");
  EXPECT_EQ(outcome.report.counts.global_load.requests, 1u);
}

TEST(DeviceCode, FindsRacesOnDeviceVariables) {
  const Outcome outcome = testing::run("device_code", "variable_race", 32);
  const Finding* race = outcome.find(FindingKind::race);
  ASSERT_NE(race, nullptr);
  EXPECT_EQ(testing::place_of<VariablePlace>(testing::fact_of<Race>(*race).at).variable,
            "common_sum");
  const Outcome right = run_right("device_code", "variables_between_launches");
  EXPECT_EQ(right.c[7], right.a[7]);
  EXPECT_EQ(right.report.counts.global_load.requests, 4u);
}

TEST(DeviceCode, FindsAccessesPastTheEndOfDeviceVariables) {
  const Outcome outcome = testing::run("device_code", "variable_overrun", 32);
  const Finding* overrun = outcome.find(FindingKind::out_of_bounds_read);
  ASSERT_NE(overrun, nullptr);
  EXPECT_EQ(overrun->count, 1u);
  const auto bad = testing::fact_of<BadAccess>(*overrun);
  EXPECT_EQ(bad.flaw, Flaw::outside_variable);
  const auto at = testing::place_of<VariablePlace>(bad.at);
  EXPECT_EQ(at.variable, "odd_bytes");
  EXPECT_EQ(at.offset, 32);
  EXPECT_EQ(at.bytes, 33u);
}

TEST(DeviceCode, Prints) {
  ::testing::internal::CaptureStdout();
  run_right("device_code", "print");
  std::fflush(stdout);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "thread 7 of 32\n");
}

TEST(DeviceCode, ShufflesAndVotes) {
  const Outcome outcome = run_right("device_code", "warp_functions");
  float sum = 0.0f;
  for (int i = 0; i < 64; ++i) {
    sum += outcome.a[static_cast<size_t>(i)];
  }
  EXPECT_EQ(outcome.c[0], sum);
  EXPECT_EQ(outcome.c[1], static_cast<float>(0xaa));
  EXPECT_EQ(outcome.c[2], 10.0f);
  EXPECT_EQ(outcome.c[3], 1.0f);
}

TEST(DeviceCode, KnowsThreeDimensions) {
  const Outcome outcome = run_right("device_code", "three_dimensions");
  for (size_t block = 0; block < 12; ++block) {
    for (size_t thread = 0; thread < 24; ++thread) {
      EXPECT_EQ(outcome.c[block * 24 + thread], static_cast<float>(thread + 100 * block));
    }
  }
}

TEST(DeviceCode, CoversAMatrixByGridStridesAndByOneThread) {
  for (const char* name : {"grid_stride", "one_thread"}) {
    const Outcome outcome = run_right("device_code", name, 33);
    for (size_t i = 0; i < outcome.c.size(); ++i) {
      ASSERT_EQ(outcome.c[i], outcome.a[i] + 1.0f) << name << " " << i;
    }
  }
}

TEST(DeviceCode, HandsOverBetweenBlocksByFenceAndAtomic) {
  const Outcome outcome = testing::run("device_code", "fenced_hand_over", 32);
  for (const Finding& finding : outcome.report.findings) {
    EXPECT_FALSE(is_hard(finding.kind)) << outcome.all_findings();
  }
}

TEST(Stress, AThousandLaunches) {
  const Outcome outcome = run_right("device_code", "many_launches", 33);
  EXPECT_EQ(testing::number_of(outcome.report.counts.launches), 1000u);
  EXPECT_EQ(outcome.report.counts.global_store.bytes, 1000u * 256 * 4);
}

}  // namespace
}  // namespace simt
