// Global requests and sectors equal Nsight Compute's on an H200, n = 128.
#include <array>
#include <cstdint>
#include <string>

#include "common/facts/counts.h"
#include "common/facts/json.h"
#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;

struct Step {
  const char* name;
  std::uint64_t load_requests, load_sectors, store_requests, store_sectors;
};

constexpr Step kNsight[] = {
    {"transposed16", 131072, 1114112, 512, 8192}, {"transposed32", 131072, 2162688, 512, 16384},
    {"naive16", 131072, 262144, 512, 2048},       {"naive32", 131072, 327680, 512, 2048},
    {"tiled16", 8192, 32768, 512, 2048},          {"tiled32", 4096, 16384, 512, 2048},
    {"bounded16", 8192, 32768, 512, 2048},        {"bounded32", 4096, 16384, 512, 2048},
    {"multi_output2", 4096, 16384, 512, 2048},    {"multi_output4", 4096, 16384, 512, 2048},
    {"multi_output8", 4096, 16384, 512, 2048},    {"joint64", 5120, 135168, 512, 16384},
    {"registers64", 512, 8192, 128, 2048},        {"registers128", 256, 4096, 128, 2048},
    {"registers128x16", 256, 4096, 128, 2048},
};

void expect_nsights_counts(const RunCounts& counts, const Step& step) {
  EXPECT_EQ(counts.global_load.requests, step.load_requests);
  EXPECT_EQ(counts.global_load.units, step.load_sectors);
  EXPECT_EQ(counts.global_store.requests, step.store_requests);
  EXPECT_EQ(counts.global_store.units, step.store_sectors);
}

TEST(Ladder, CountsLikeTheHardwareAndIsRight) {
  for (const Step& step : kNsight) {
    SCOPED_TRACE(step.name);
    const Outcome outcome = testing::run("ladder", step.name, 128);
    expect_nsights_counts(outcome.report.counts, step);
    EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
    EXPECT_TRUE(outcome.report.counts.exact);
    EXPECT_EQ(outcome.c, testing::product(outcome, 128));
  }
}

TEST(Ladder, CountsTheSameWhateverTheSchedule) {
  Options options;
  options.seed = 7;
  for (const Step& step : kNsight) {
    SCOPED_TRACE(step.name);
    const Outcome outcome = testing::run("ladder", step.name, 128, options);
    expect_nsights_counts(outcome.report.counts, step);
    EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
  }
}

// See shim/log_in_place.h.
TEST(Ladder, IsLoggedInPlaceAsByCalls) {
  for (const Step& step : kNsight) {
    const Outcome in_place = testing::run("ladder", step.name, 128);
    const Outcome by_calls = testing::run("ladder_by_calls", step.name, 128);
    EXPECT_EQ(gemmlab::Json(in_place.report.counts).text(),
              gemmlab::Json(by_calls.report.counts).text());
    EXPECT_EQ(in_place.c, by_calls.c);
  }
}

TEST(SharedCounts, Of16ByteAccessesFollowThePairingRule) {
  for (const char* name : {"registers64", "registers128", "registers128x16"}) {
    const RunCounts counts = testing::run("ladder", name, 128).report.counts;
    EXPECT_EQ(counts.shared_load.units, 12288u) << name;
  }
}

TEST(SharedCounts, OfATileWithoutConflictsAreIdeal) {
  const RunCounts counts = testing::run("ladder", "tiled16", 128).report.counts;
  EXPECT_EQ(counts.shared_load.requests, 131072u);
  EXPECT_EQ(counts.shared_load.units, 131072u);
  EXPECT_EQ(counts.shared_load.ideal_units, 131072u);
  EXPECT_EQ(counts.shared_store.requests, 8192u);
}

TEST(Metrics, OfLinesAddUpToTheTotal) {
  const RunCounts metrics = testing::run("ladder", "tiled16", 128).report.counts;
  std::uint64_t requests = 0, bytes = 0;
  for (const LineMetrics& line : metrics.lines) {
    EXPECT_NE(line.file.find("ladder.cu"), std::string::npos) << line.file;
    requests += line.global_load.requests;
    bytes += line.shared_load.bytes;
  }
  EXPECT_EQ(requests, 8192u);
  EXPECT_EQ(bytes, metrics.shared_load.bytes);
  EXPECT_EQ(metrics.barriers, 64u * 2 * 8);
}

TEST(Launches, TellTheirShapeAndSharedMemory) {
  const RunReport report = testing::run("ladder", "tiled32", 128).report;
  ASSERT_EQ(report.counts.launches.size(), 1u);
  const LaunchShape& launch = report.counts.launches[0];
  EXPECT_EQ(launch.kernel, "tiled<32>");
  EXPECT_EQ(launch.grid, (std::array<unsigned, 3>{4, 4, 1}));
  EXPECT_EQ(launch.block, (std::array<unsigned, 3>{32, 32, 1}));
  EXPECT_EQ(launch.shared_bytes, 2u * 32 * 32 * 4);
}

}  // namespace
}  // namespace simt
