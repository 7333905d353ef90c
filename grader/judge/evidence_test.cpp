#include "grader/judge/evidence.h"

#include <gtest/gtest.h>

#include <set>

#include "grader/judge/measures.h"
#include "grader/judge/values/computed_elsewhere.h"

namespace gemmlab {
namespace {

using Missing = ComputedElsewhere::Missing;

// Counts of the plain 16 x 16 tiled kernel at 128 x 128 x 128, as Nsight Compute has them on an
// H200.
Metrics tiled16() {
  Metrics metrics;
  metrics.shape = {128, 128, 128, ""};
  metrics.launches = {{{8, 8, 1}, {16, 16, 1}, 2048}};
  metrics.global_load = {8192, 32768, 32768, 1048576};
  metrics.global_store = {512, 2048, 2048, 65536};
  metrics.shared_load = {131072, 131072, 131072, 16777216};
  metrics.shared_store = {8192, 8192, 8192, 1048576};
  metrics.bytes_per_flop = double(1048576 + 65536) / (2.0 * 128 * 128 * 128);
  return metrics;
}

double measured(const Evidence& evidence, const Metrics& metrics) {
  return measure_of(evidence.kind).value(metrics);
}

Check judged(const Evidence& evidence, const Metrics& metrics) {
  return finished({.name = "", .max_points = 5}, judge_limit(evidence, metrics));
}

const LimitMissed& miss_of(const Check& check) {
  return get<LimitMissed>(check.fact.value());
}

TEST(Evidence, MeasuresTheTextbookKernel) {
  EXPECT_NEAR(measured(reuse_at_least(3), tiled16()), 15.06, 0.01);
  EXPECT_DOUBLE_EQ(measured(sectors_over_ideal_at_most(2), tiled16()), 1);
  EXPECT_DOUBLE_EQ(measured(shared_loads_per_fma_at_most(2), tiled16()), 2);
  EXPECT_DOUBLE_EQ(measured(bank_conflicts_at_most(2), tiled16()), 1);
}

TEST(Evidence, AcceptsTheTextbookKernel) {
  for (const Evidence& evidence : {uses_shared_memory, reuse_at_least(3),
                                   sectors_over_ideal_at_most(2), bank_conflicts_at_most(2)}) {
    const Check check = judged(evidence, tiled16());
    EXPECT_EQ(check.status(), Status::passed) << measured(evidence, tiled16());
    EXPECT_EQ(check.points(), 5);
  }
}

TEST(Evidence, NamesWhatMissesThePoint) {
  Metrics naive = tiled16();
  naive.shared_load = naive.shared_store = {};
  naive.bytes_per_flop = 4;
  EXPECT_EQ(judged(uses_shared_memory, naive).verdict, Verdict::misses_the_point);
  EXPECT_EQ(judged(reuse_at_least(3), naive).verdict, Verdict::misses_the_point);
  EXPECT_EQ(judged(shared_loads_per_fma_at_most(1.5), tiled16()).verdict,
            Verdict::misses_the_point);
}

TEST(Evidence, AsksForThreadsWhereTheOutputsAreManyTimesAsMany) {
  const Evidence evidence = threads_per_output_at_least(1.0 / 16);
  EXPECT_DOUBLE_EQ(measured(evidence, tiled16()), 1);
  EXPECT_EQ(judged(evidence, tiled16()).status(), Status::passed);
  Metrics few = tiled16();
  few.launches = {{{1, 1, 1}, {256, 1, 1}, 0}, {{2, 1, 1}, {128, 2, 1}, 0}};
  const Check check = judged(evidence, few);
  EXPECT_EQ(check.verdict, Verdict::misses_the_point);
  const LimitMissed& miss = miss_of(check);
  EXPECT_EQ(miss.kind, Evidence::Kind::threads_per_output_at_least);
  EXPECT_EQ(miss.threads, 512);
  EXPECT_EQ(miss.counted_at.m * miss.counted_at.n, 16384);
}

TEST(Evidence, SaysWhereItWasCountedIfNotWhereTheReportsCountsAreFrom) {
  Metrics roomy = tiled16();
  EXPECT_FALSE(miss_of(judged(shared_loads_per_fma_at_most(1.5), roomy)).elsewhere);
  roomy.shape = {960, 960, 192, ""};
  const Check check = judged(shared_loads_per_fma_at_most(0.01), roomy);
  EXPECT_TRUE(miss_of(check).elsewhere);
  EXPECT_TRUE(miss_of(check).counted_at.same_extents(roomy.shape));
}

TEST(Evidence, BlamesOverlappingThreadsIfTheyComputeAGoodPartOfC) {
  Metrics metrics = tiled16();
  metrics.global_load.bytes *= 8;
  metrics.bytes_per_flop *= 8;
  Race again;
  again.access = Access::write;
  again.other_wrote = again.same_value = true;
  again.at = BufferPlace{{.matrix = "c"}, 0};
  for (const std::uint64_t count : {128u, 8192u}) {
    metrics.stored_again = {{.at = {"", 9}, .other = {}, .fact = again, .count = count}};
    EXPECT_EQ(miss_of(judged(reuse_at_least(3), metrics)).overlapping, count == 8192);
  }
}

TEST(Evidence, NamesTheLineOfTheWorstAccess) {
  Metrics transposed = tiled16();
  transposed.global_load.units = 8 * 32768;
  transposed.lines.resize(2);
  transposed.lines[0].line = 7;
  transposed.lines[0].global_load = {4096, 16384, 16384, 0};
  transposed.lines[1].line = 9;
  transposed.lines[1].global_load = {4096, 245760, 16384, 0};
  const Check check = judged(sectors_over_ideal_at_most(2), transposed);
  EXPECT_EQ(check.verdict, Verdict::uncoalesced);
  EXPECT_EQ(check.line(), 9);
}

TEST(Evidence, FindsBankConflicts) {
  Metrics conflicted = tiled16();
  conflicted.shared_load.units *= 16;
  EXPECT_EQ(judged(bank_conflicts_at_most(2), conflicted).verdict, Verdict::bank_conflicts);
}

TEST(Evidence, CountsWhatTheCompilerMergesAsOneInstruction) {
  Metrics wide = tiled16();
  EXPECT_DOUBLE_EQ(measured(load_instructions_per_fma_at_most(1), wide), 2);
  EXPECT_EQ(judged(load_instructions_per_fma_at_most(1), wide).verdict, Verdict::misses_the_point);
  wide.merged_shared_load.requests = wide.shared_load.requests / 4;
  EXPECT_DOUBLE_EQ(measured(load_instructions_per_fma_at_most(1), wide), 0.5);
}

TEST(Evidence, SeesNoConflictWhereNeighboursAreMerged) {
  Metrics merged = tiled16();
  merged.shared_load.units *= 4;
  EXPECT_GT(measured(bank_conflicts_at_most(2), merged), 3);
  merged.merged_shared_load = {merged.shared_load.requests / 4, merged.shared_load.requests};
  EXPECT_DOUBLE_EQ(measured(bank_conflicts_at_most(2), merged), 1);
}

TEST(Evidence, MeasuresHowMuchALaneLoads) {
  Metrics wide = tiled16();
  EXPECT_DOUBLE_EQ(measured(global_load_bytes_at_least(12), wide), 4);
  wide.global_load.requests /= 4;
  EXPECT_EQ(judged(global_load_bytes_at_least(12), wide).status(), Status::passed);
}

TEST(Evidence, TellsCopiesAheadFromThoseThatAreWaitedForAtOnce) {
  Metrics copied = tiled16();
  EXPECT_DOUBLE_EQ(measured(copied_asynchronously_at_least(0.9), copied), 0);
  copied.copied_bytes = copied.shared_store.bytes;
  EXPECT_EQ(judged(copied_asynchronously_at_least(0.9), copied).status(), Status::passed);
  EXPECT_EQ(judged(copied_ahead_at_least(0.5), copied).verdict, Verdict::misses_the_point);
  copied.overlapped_bytes = copied.copied_bytes * 15 / 16;
  EXPECT_EQ(judged(copied_ahead_at_least(0.5), copied).status(), Status::passed);
}

TEST(Evidence, CountsTheProductsOfTensorCores) {
  Metrics tensor = tiled16();
  EXPECT_EQ(judged(tensor_share_at_least(1), tensor).verdict, Verdict::misses_the_point);
  tensor.tensor_products =
      std::uint64_t(tensor.shape.m) * std::uint64_t(tensor.shape.n) * std::uint64_t(tensor.shape.k);
  EXPECT_EQ(judged(tensor_share_at_least(1), tensor).status(), Status::passed);
}

TEST(Evidence, IsNotInSharedMemoryIfNothingIsReadBack) {
  Metrics only_stored = tiled16();
  only_stored.shared_load = {};
  const Check check = judged(uses_shared_memory, only_stored);
  EXPECT_EQ(check.verdict, Verdict::misses_the_point);
  EXPECT_EQ(miss_of(check).value, 0);
}

TEST(Evidence, IsNotInSharedMemoryIfHardlyAnythingIsReadBack) {
  Metrics dummy = tiled16();
  dummy.shared_load.bytes = 4 * 128 * 128 * 128 / 20;
  EXPECT_EQ(judged(uses_shared_memory, dummy).verdict, Verdict::misses_the_point);
}

TEST(NotStoredByKernels, CountsAtomics) {
  Metrics split = tiled16();
  split.global_store.bytes = 0;
  EXPECT_EQ(not_stored_by_kernels(split, split.shape).value().missing, Missing::stores);
  split.global_atomic_bytes = 4 * 65536;
  EXPECT_FALSE(not_stored_by_kernels(split, split.shape));
}

TEST(NotComputedByKernels, SaysSoOfACountThatCannotBeAProduct) {
  EXPECT_FALSE(not_computed_by_kernels(tiled16()));
  Metrics idle = tiled16();
  idle.launches.clear();
  EXPECT_EQ(not_computed_by_kernels(idle).value().missing, Missing::launch);
  Metrics few_stores = tiled16();
  few_stores.global_store.bytes = 4 * 128 * 128 - 4;
  EXPECT_EQ(not_computed_by_kernels(few_stores).value().missing, Missing::stores);
  Metrics few_loads = tiled16();
  few_loads.global_load.bytes = 4 * 2 * 128 * 128 - 4;
  const ComputedElsewhere loads = not_computed_by_kernels(few_loads).value();
  EXPECT_EQ(loads.missing, Missing::loads);
  EXPECT_EQ(loads.needed - loads.bytes, 4u);
}

}  // namespace
}  // namespace gemmlab
