#include "grader/core/counters/ncu_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace gemmlab {
namespace {

using testing::Contains;
using testing::Gt;
using testing::IsEmpty;
using testing::Key;
using testing::Not;
using testing::Pair;
using testing::SizeIs;

// Of real runs: ncu 2025.3 on an H200, the solutions of labs 03 and 02 at 128x128x128, without the
// columns about the machine.
const std::string kHead =
    R"csv(==PROF== Connected to process 1273)csv"
    "\n"
    R"csv("ID","Process Name","Kernel Name","Grid Size","gpu__time_duration.sum",)csv"
    R"csv("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",)csv"
    R"csv("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",)csv"
    R"csv("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",)csv"
    R"csv("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",)csv"
    R"csv("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",)csv"
    R"csv("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",)csv"
    R"csv("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct",)csv"
    R"csv("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",)csv"
    R"csv("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",)csv"
    R"csv("sm__throughput.avg.pct_of_peak_sustained_elapsed",)csv"
    R"csv("sm__warps_active.avg.pct_of_peak_sustained_active",)csv"
    R"csv("smsp__inst_executed_op_shared_ld.sum","smsp__inst_executed_op_shared_st.sum")csv"
    "\n"
    R"csv("","","","","ns","","","","","","","%","sector","sector","%","%","inst","inst")csv"
    "\n";
const std::string kTiled =
    R"csv("0","gemmlab-worker-cuda",)csv"
    R"csv("tiled_kernel(const float *, const float *, float *, int, int)","(4, 4, 1)","9,024",)csv"
    R"csv("0","0","98,304","4,096","4,096","512","0","16,384","2,048","5.15","49.71","81,920",)csv"
    R"csv("4,096")csv"
    "\n";
const std::string kNaive =
    R"csv("0","gemmlab-worker-cuda",)csv"
    R"csv("naive_kernel(const float *, const float *, float *, int, int, int)","(8, 8, 1)",)csv"
    R"csv("11,264","0","0","0","0","131,072","512","87.50","262,144","2,048","5.97","12.49",)csv"
    R"csv("0","0")csv"
    "\n";

TEST(NcuCsv, HasTheCountsOfAKernel) {
  const Measured tiled = read_ncu_csv(kHead + kTiled + "==PROF== Disconnected\n");
  EXPECT_THAT(tiled, SizeIs(ncu_metrics().size()));
  EXPECT_THAT(tiled, Contains(Pair("global_load_requests", 4096)));
  EXPECT_THAT(tiled, Contains(Pair("global_load_sectors", 16384)));
  EXPECT_THAT(tiled, Contains(Pair("shared_load_requests", 81920)));
  EXPECT_THAT(tiled, Contains(Pair("shared_load_wavefronts", 98304)));
  EXPECT_THAT(tiled, Contains(Pair("occupancy", 49.71)));
  EXPECT_THAT(tiled, Contains(Pair("peak", 5.15)));
}

TEST(NcuCsv, AddsCountsAndKeepsTheRatesOfTheLongestLaunch) {
  for (const std::string& rows : {kTiled + kNaive, kNaive + kTiled}) {
    const Measured both = read_ncu_csv(kHead + rows);
    EXPECT_THAT(both, Contains(Pair("global_load_requests", 4096 + 131072)));
    EXPECT_THAT(both, Contains(Pair("global_load_hits", 87.5)));
    EXPECT_THAT(both, Contains(Pair("peak", 5.97)));
  }
}

TEST(NcuCsv, LeavesOutWhatIsNoNumber) {
  std::string without = kTiled;
  const std::size_t at = without.find("\"81,920\"");
  ASSERT_NE(at, without.npos);
  without.replace(at, 8, "\"n/a\"");
  EXPECT_THAT(read_ncu_csv(kHead + without), Not(Contains(Key("shared_load_requests"))));
}

TEST(NcuCsv, IsEmptyForOtherText) {
  EXPECT_THAT(read_ncu_csv(""), IsEmpty());
  EXPECT_THAT(read_ncu_csv("==ERROR== no kernels\n\"a\",\"b"), IsEmpty());
  EXPECT_THAT(read_ncu_csv(kHead), IsEmpty());
  EXPECT_THAT(read_ncu_csv(kHead + "\"0\",\"\"\"quoted\"\", one\"\n\""), IsEmpty());
}

TEST(NcuMetrics, AreEachNamedOnce) {
  std::set<std::string> names;
  for (const NcuMetric& each : ncu_metrics()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_THAT(each.section, Not(IsEmpty()));
  }
  EXPECT_THAT(names.size(), Gt(10));
}

}  // namespace
}  // namespace gemmlab
