// What a GPU's counters say, beside the simulator's.
#include "grader/report/model/counter_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

LabResult counted_lab() {
  LabResult lab;
  lab.verdict = Verdict::passed;
  Metrics& metrics = lab.metrics.emplace();
  metrics.shape = square(128);
  metrics.global_load = {4096, 16384, 16384, 524288};
  metrics.shared_load = {131072, 131072, 131072, 0};
  metrics.shared_store = {4096, 4096, 4096, 0};
  metrics.merged_shared_load = {81920, 98304};
  return lab;
}

// As the simulator foretells.
Measured foretold() {
  return {{"global_load_requests", 4096},  {"global_load_sectors", 16384},
          {"shared_load_requests", 81920}, {"shared_load_wavefronts", 98304},
          {"shared_load_conflicts", 0},    {"shared_store_conflicts", 0}};
}

TEST(CounterTable, SetsMeasuredBesidePredictedAndSimulated) {
  const LabResult lab = counted_lab();
  const KernelCounters mine{foretold(), {{"occupancy", 93.75}, {"peak", 61.5}}};
  const std::string table = counter_table(lab, mine, mine, square(2048), {});
  EXPECT_THAT(table, HasSubstr("predicted  simulated   measured   textbook\n"));
  EXPECT_THAT(table, HasSubstr("sectors a request" + std::string(32, ' ') + "4          4"));
  EXPECT_THAT(table, HasSubstr("shared load requests              81920     131072      81920"));
  EXPECT_THAT(table, HasSubstr("occupancy at 2048, %" + std::string(37, ' ') + "93.8"));
}

TEST(CounterTable, ShowsAMissingMetricAsUnknown) {
  const std::vector<CounterRow> rows = counter_rows(counted_lab(), {}, {}, square(2048));
  for (const CounterRow& row : rows) {
    EXPECT_EQ(row.measured, "-") << row.what;
  }
}

TEST(CounterTable, SaysWhyCountsDiffer) {
  const LabResult lab = counted_lab();
  EXPECT_THAT(why_counters_differ(lab, foretold()),
              ElementsAre("Shared load requests: the compiler merged neighbouring loads into wide "
                          "ones, as predicted."));
  Measured other = foretold();
  other["global_load_hits"] = 50;
  other["global_load_requests"] = 2048;
  other["shared_load_wavefronts"] = 98304 + 100;
  const std::vector<std::string> why = why_counters_differ(lab, other);
  ASSERT_EQ(why.size(), 4);
  EXPECT_THAT(why[0], HasSubstr("merged neighbouring loads"));
  EXPECT_THAT(why[1], HasSubstr("50 % of the load sectors are hits in L1"));
  EXPECT_THAT(why[3], HasSubstr("noise"));
  other["shared_load_wavefronts"] = 2 * 98304;
  EXPECT_THAT(why_counters_differ(lab, other)[3], HasSubstr("replays"));
}

TEST(CounterTable, SaysNothingWhereAllIsAsWritten) {
  Measured written = foretold();
  written["shared_load_requests"] = 131072;
  written["shared_load_wavefronts"] = 131072;
  EXPECT_THAT(why_counters_differ(counted_lab(), written), IsEmpty());
}

}  // namespace
}  // namespace gemmlab
