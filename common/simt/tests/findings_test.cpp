// Each kind of finding is reported at its line, and correct kernels have none.
#include <cstdint>
#include <string>
#include <variant>

#include "common/facts/finding.h"
#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::fact_of;
using testing::Outcome;
using testing::place_of;

Options with_seed(std::uint64_t seed) {
  Options options;
  options.seed = seed;
  return options;
}

// Runs a case of findings.cu, expects the finding, and returns it.
Finding expect_finding(const char* name, FindingKind kind, int n = 33) {
  const Outcome outcome = testing::run("findings", name, n);
  const Finding* finding = outcome.find(kind);
  EXPECT_NE(finding, nullptr) << name << ": " << outcome.all_findings();
  if (finding == nullptr) {
    return {};
  }
  EXPECT_NE(finding->at.file.find("findings.cu"), std::string::npos) << finding->at.file;
  EXPECT_GT(finding->at.line, 0);
  return *finding;
}

void expect_nothing(const char* name, int n = 33) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Outcome outcome = testing::run("findings", name, n, with_seed(seed));
    EXPECT_TRUE(outcome.report.findings.empty()) << name << ": " << outcome.all_findings();
  }
}

TEST(OutOfBounds, NamesTheElementAndTheThread) {
  const Finding finding = expect_finding("out_of_bounds_read", FindingKind::out_of_bounds_read);
  const auto bad = fact_of<BadAccess>(finding);
  EXPECT_EQ(bad.flaw, Flaw::outside_buffer);
  EXPECT_EQ(bad.access, Access::read);
  EXPECT_EQ(bad.who.thread, (Coordinates{0, 10}));
  EXPECT_EQ(bad.who.block, (Coordinates{0, 2}));
  const auto at = place_of<BufferPlace>(bad.at);
  EXPECT_EQ(at.buffer.matrix, "a");
  EXPECT_EQ(at.buffer.rows, 33);
  EXPECT_EQ(at.offset, 4 * 1089);
  EXPECT_EQ(finding.count, 33u);
}

TEST(OutOfBounds, IsFoundBeforeTheStart) {
  const Finding finding = expect_finding("out_of_bounds_write", FindingKind::out_of_bounds_write);
  const auto bad = fact_of<BadAccess>(finding);
  EXPECT_EQ(bad.who.thread, Coordinates{0});
  EXPECT_EQ(place_of<BufferPlace>(bad.at).offset, -4);
}

TEST(OutOfBounds, FarAwayEndsTheLaunch) {
  const Outcome outcome = testing::run("findings", "out_of_bounds_far", 33);
  const Finding* finding = outcome.find(FindingKind::out_of_bounds_write);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 1u);
}

TEST(OutOfBounds, OfTheStudentsOwnAllocationIsNamedByOrderAndSize) {
  const Finding finding = expect_finding("out_of_bounds_own", FindingKind::out_of_bounds_read);
  const auto at = place_of<BufferPlace>(fact_of<BadAccess>(finding).at);
  EXPECT_EQ(at.buffer.ordinal, 2);
  EXPECT_EQ(at.buffer.bytes, 1024u);
  EXPECT_EQ(at.offset, 1024);
}

TEST(OutOfBounds, OfSharedMemoryIsFoundAcrossTheVariablesEdge) {
  const Finding finding = expect_finding("shared_overrun", FindingKind::out_of_bounds_read);
  const auto bad = fact_of<BadAccess>(finding);
  EXPECT_EQ(bad.flaw, Flaw::past_shared_variable);
  EXPECT_EQ(place_of<VariablePlace>(bad.at).element, "tile[16][0]");
  EXPECT_EQ(place_of<VariablePlace>(bad.at).variable, "tile");
}

TEST(OutOfBounds, OfDynamicSharedMemoryIsExact) {
  expect_nothing("dynamic_shared");
  const Finding finding = expect_finding("dynamic_overrun", FindingKind::out_of_bounds_write);
  EXPECT_EQ(finding.count, 4u);
  const Finding none = expect_finding("dynamic_forgotten", FindingKind::out_of_bounds_write);
  EXPECT_EQ(fact_of<BadAccess>(none).flaw, Flaw::outside_dynamic_shared);
  EXPECT_EQ(place_of<DynamicSharedPlace>(fact_of<BadAccess>(none).at).bytes, 0u);
}

TEST(OutOfBounds, IsNotAPointerToEitherOfTwoBuffers) {
  expect_nothing("two_buffers");
}

TEST(Faults, OfNullAndWildPointersEndTheLaunchAlone) {
  const Finding null = expect_finding("null_pointer", FindingKind::out_of_bounds_write);
  EXPECT_EQ(fact_of<BadAccess>(null).flaw, Flaw::null_pointer);
  EXPECT_EQ(fact_of<BadAccess>(null).who.thread, Coordinates{3});
  const Finding wild = expect_finding("wild_pointer", FindingKind::out_of_bounds_read);
  EXPECT_EQ(fact_of<BadAccess>(wild).flaw, Flaw::wild_pointer);
  expect_nothing("no_shared_race");
}

TEST(Faults, ByAnIndexThatWrappedNameTheArray) {
  const auto below =
      fact_of<BadAccess>(expect_finding("unsigned_below_zero", FindingKind::out_of_bounds_read));
  EXPECT_EQ(below.wrap, Wrap::unsigned_below_zero);
  EXPECT_EQ(place_of<BufferPlace>(below.at).buffer.matrix, "b");
  EXPECT_EQ(place_of<BufferPlace>(below.at).offset, 4 * 0xffffffffL);
  const auto over =
      fact_of<BadAccess>(expect_finding("int_overflows", FindingKind::out_of_bounds_read));
  EXPECT_EQ(over.wrap, Wrap::overflowed);
  EXPECT_EQ(place_of<BufferPlace>(over.at).buffer.matrix, "b");
  const auto shared =
      fact_of<BadAccess>(expect_finding("shared_below_zero", FindingKind::out_of_bounds_read));
  EXPECT_EQ(shared.wrap, Wrap::unsigned_below_zero);
  EXPECT_EQ(place_of<VariablePlace>(shared.at).element, "tile[-1][0]");
}

TEST(Faults, OfHostMemoryFreedBeforeTheKernelRanAreOfTheWrongAddressSpace) {
  const Finding finding = expect_finding("freed_host_memory", FindingKind::wrong_address_space);
  EXPECT_EQ(fact_of<BadAccess>(finding).flaw, Flaw::host_memory_freed);
}

TEST(Race, AtOneStatementToOnePlaceLacksNoBarrier) {
  EXPECT_EQ(fact_of<Race>(expect_finding("one_place", FindingKind::race)).cause,
            RaceCause::one_place);
}

TEST(Faults, OfFreedMemorySaySo) {
  const Finding finding = expect_finding("use_after_free", FindingKind::out_of_bounds_write);
  EXPECT_EQ(fact_of<BadAccess>(finding).flaw, Flaw::used_after_free);
}

TEST(Faults, ByAFailedAssertionAreAtItsLine) {
  const Finding finding = expect_finding("failed_assertion", FindingKind::crash);
  EXPECT_EQ(fact_of<EndedByThread>(finding).how, ThreadEnd::assertion);
  EXPECT_EQ(fact_of<EndedByThread>(finding).who.thread, Coordinates{4});
  EXPECT_EQ(finding.at.line, 95);
}

TEST(Faults, ByATrapAreAtItsLine) {
  const Finding finding = expect_finding("trap", FindingKind::crash);
  EXPECT_EQ(fact_of<EndedByThread>(finding).how, ThreadEnd::trap);
  EXPECT_GT(finding.at.line, 0);
}

TEST(Frees, OfTheCallersMatricesAreFound) {
  const Finding finding = expect_finding("frees_an_input", FindingKind::input_modified);
  EXPECT_EQ(fact_of<FreedInput>(finding).matrix, "a");
  EXPECT_TRUE(is_hard(FindingKind::input_modified));
}

TEST(Race, NamesElementsOfDynamicMemoryAndTheOtherLine) {
  const Finding race = expect_finding("dynamic_race", FindingKind::race);
  EXPECT_TRUE(std::holds_alternative<DynamicSharedPlace>(fact_of<Race>(race).at));
  ASSERT_TRUE(race.other.has_value());
  EXPECT_GT(race.other->line, 0);
}

TEST(Race, NamesMembersOfStructs) {
  const Finding race = expect_finding("member_race", FindingKind::race);
  const std::string element = place_of<VariablePlace>(fact_of<Race>(race).at).element;
  EXPECT_EQ(element.find("tiles.second["), 0u) << element;
  EXPECT_NE(element.find("][5]"), std::string::npos) << element;
}

TEST(Race, IsInTheRightOneOfTwoVariablesWithOneName) {
  const Finding race = expect_finding("namesake_race", FindingKind::race);
  EXPECT_EQ(place_of<VariablePlace>(fact_of<Race>(race).at).element, "tile[3][5]");
}

TEST(Race, WithinAWarpSaysThatLanesAreNotInStep) {
  const Finding race = expect_finding("warp_in_step", FindingKind::race);
  EXPECT_EQ(fact_of<Race>(race).cause, RaceCause::missing_warp_barrier);
}

TEST(Race, OfSumsIsToldApart) {
  const Finding race = expect_finding("sum_without_atomics", FindingKind::race);
  EXPECT_EQ(fact_of<Race>(race).cause, RaceCause::sum_without_atomics);
}

TEST(Shuffles, FromLanesThatTakeNoPartAreACause) {
  const Finding finding = expect_finding("shuffle_outside_mask", FindingKind::uninitialised_read);
  EXPECT_LT(fact_of<ShuffleFromNobody>(finding).lane, 32u);
}

TEST(Faults, OfDeepRecursionAreSurvived) {
  const Outcome outcome = testing::run("findings", "stack_overflow", 33);
  const Finding* finding = outcome.find(FindingKind::out_of_bounds_write);
  ASSERT_NE(finding, nullptr) << outcome.all_findings();
  EXPECT_EQ(fact_of<BadAccess>(*finding).flaw, Flaw::stack_overflow);
  EXPECT_GT(finding->at.line, 0);
}

TEST(Faults, ByIntegerDivisionAreErrors) {
  const RunReport report = testing::run("findings", "divide_by_zero", 33).report;
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_TRUE(get<ThreadStopped>(report.errors[0].cause).by_division);
}

TEST(AddressSpaces, HostMemoryInAKernelIsFound) {
  expect_finding("host_pointer", FindingKind::wrong_address_space);
}

TEST(AddressSpaces, DeviceMemoryInHostCodeIsFound) {
  const Finding finding =
      expect_finding("device_pointer_on_host", FindingKind::wrong_address_space);
  const auto bad = fact_of<BadAccess>(finding);
  EXPECT_EQ(bad.flaw, Flaw::device_memory_in_host_code);
  EXPECT_EQ(place_of<BufferPlace>(bad.at).buffer.matrix, "a");
  EXPECT_EQ(place_of<BufferPlace>(bad.at).offset, 4 * 5);
}

TEST(Misaligned, WideLoadsAreFound) {
  expect_finding("misaligned", FindingKind::misaligned);
  // A row of 50 floats does not begin on 16 bytes, although all 16 are in the matrix.
  const Finding inside = expect_finding("misaligned_row", FindingKind::misaligned, 50);
  EXPECT_EQ(fact_of<BadAccess>(inside).bytes, 16u);
  EXPECT_EQ(place_of<BufferPlace>(fact_of<BadAccess>(inside).at).offset, 4 * 50);
  const Outcome outcome = testing::run("findings", "misaligned_row", 50);
  EXPECT_EQ(outcome.report.findings.size(), 1u) << outcome.all_findings();
}

TEST(Misaligned, AccessesAreFoundAtPlacesKnownToTheCompiler) {
  const auto bytes_at = [](const char* name) {
    return fact_of<BadAccess>(expect_finding(name, FindingKind::misaligned)).bytes;
  };
  EXPECT_EQ(bytes_at("misaligned_tile"), 8u);
  EXPECT_EQ(bytes_at("misaligned_dynamic_memory"), 16u);
  EXPECT_EQ(bytes_at("misaligned_bytes"), 2u);
  expect_nothing("aligned_struct");
}

TEST(Race, InSharedMemoryNamesBothPlaces) {
  const Finding finding = expect_finding("shared_race", FindingKind::race);
  ASSERT_TRUE(finding.other.has_value());
  EXPECT_NE(finding.other->line, finding.at.line);
  EXPECT_EQ(fact_of<Race>(finding).cause, RaceCause::missing_barrier);
  expect_nothing("no_shared_race");
}

TEST(Race, OfAMissingSecondBarrierIsFoundUnderEverySchedule) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Outcome outcome = testing::run("findings", "missing_second_barrier", 64, with_seed(seed));
    const Finding* race = outcome.find(FindingKind::race);
    ASSERT_NE(race, nullptr) << "seed " << seed;
    const RaceCause cause = fact_of<Race>(*race).cause;  // the source tells that it ends a round
    EXPECT_TRUE(cause == RaceCause::missing_barrier || cause == RaceCause::missing_warp_barrier);
  }
}

TEST(Race, IsFoundByteByByteInSharedMemory) {
  expect_nothing("short_neighbours");
  const Finding race = expect_finding("short_counter", FindingKind::race);
  EXPECT_EQ(place_of<VariablePlace>(fact_of<Race>(race).at).variable, "counter");
}

TEST(Race, BetweenBlocksIsFound) {
  const Finding finding = expect_finding("race_between_blocks", FindingKind::race);
  const auto race = fact_of<Race>(finding);
  EXPECT_EQ(race.cause, RaceCause::same_element);
  EXPECT_EQ(race.who.block, Coordinates{1});
  EXPECT_EQ(race.other.block, Coordinates{0});
  EXPECT_TRUE(race.other.in_other_block);
  EXPECT_TRUE(race.other_wrote);
}

TEST(Race, OfAMissingFirstBarrierIsNotTakenForTheSecond) {
  const Finding race = expect_finding("missing_first_barrier", FindingKind::race, 64);
  EXPECT_EQ(fact_of<Race>(race).cause, RaceCause::missing_barrier);
}

TEST(Race, WithSeveralThreadsNamesNone) {
  const Finding race = expect_finding("written_after_several_reads", FindingKind::race);
  EXPECT_TRUE(fact_of<Race>(race).other.thread.empty());
  EXPECT_FALSE(fact_of<Race>(race).other_wrote);
}

TEST(Race, BetweenBlocksNeedsMoreThanAFenceToBeAHandOver) {
  expect_finding("fence_without_atomic", FindingKind::race);
  expect_finding("fence_before_atomic", FindingKind::race);
}

TEST(Race, WithTheSameValueIsOnlyACause) {
  const Outcome outcome = testing::run("findings", "same_value", 33);
  EXPECT_EQ(outcome.count(FindingKind::race), 0) << outcome.all_findings();
  EXPECT_EQ(outcome.count(FindingKind::same_value_race), 1) << outcome.all_findings();
  EXPECT_FALSE(is_hard(FindingKind::same_value_race));
}

TEST(Race, WithinAWarpEndsAtItsBarrier) {
  expect_nothing("warp_barrier_orders");
  expect_nothing("masks_of_halves");
  expect_finding("disjoint_masks", FindingKind::race);
  expect_finding("warp_barrier_is_not_enough", FindingKind::race);
}

TEST(Uninitialised, SharedAndGlobalReadsAreCauses) {
  expect_finding("uninitialised_shared", FindingKind::uninitialised_read);
  expect_finding("uninitialised_global", FindingKind::uninitialised_read);
  const Outcome outcome = testing::run("findings", "uninitialised_shared", 33);
  EXPECT_TRUE(outcome.c[0] != outcome.c[0]);  // NaN
  EXPECT_FALSE(is_hard(FindingKind::uninitialised_read));
}

TEST(Barriers, ReleasedTogetherAtTwoSitesAreDivergent) {
  const Finding finding = expect_finding("divergent_barriers", FindingKind::barrier_divergence);
  ASSERT_TRUE(finding.other.has_value());
  EXPECT_EQ(finding.other->line, finding.at.line + 3);
  EXPECT_EQ(fact_of<BarriersApart>(finding).barrier, BarrierCall::syncthreads);
  EXPECT_FALSE(fact_of<BarriersApart>(finding).is_read_after);
}

TEST(Barriers, DoNotWaitForThreadsThatLeft) {
  const Outcome outcome = testing::run("findings", "early_exit", 33);
  EXPECT_EQ(outcome.count(FindingKind::early_exit), 1) << outcome.all_findings();
  EXPECT_EQ(outcome.report.findings.size(), 1u);
  EXPECT_EQ(outcome.c[16], 1.0f);
}

TEST(Barriers, AfterWhichNobodyReadsMayBeMissed) {
  const Outcome outcome = testing::run_right("findings", "early_exit_that_nobody_minds", 33);
  EXPECT_EQ(outcome.c[16], 1.0f);
}

TEST(Barriers, ThatNobodyCanPassAreADeadlock) {
  expect_finding("deadlock", FindingKind::deadlock);
}

TEST(Budget, EndsEndlessKernelsAtTheSameAccessEverywhere) {
  Options options;
  options.access_budget = 100000;
  for (const char* name : {"endless_stores", "endless_barriers"}) {
    const RunReport first = testing::run("findings", name, 33, options).report;
    const RunReport second = testing::run("findings", name, 33, options).report;
    ASSERT_TRUE(first.out_of_time.has_value()) << name;
    EXPECT_EQ(first.accesses, second.accesses) << name;
    EXPECT_LT(first.accesses, 150000u) << name;
  }
}

TEST(Budget, SaysSoWhereTheBlocksAreTooMany) {
  Options options;
  options.access_budget = 100000;
  const RunReport report = testing::run("findings", "far_too_many_blocks", 33, options).report;
  ASSERT_TRUE(report.out_of_time.has_value());
  EXPECT_EQ(report.out_of_time->reason, StopReason::budget);
  EXPECT_EQ(report.out_of_time->blocks, 2147483647u);
  EXPECT_GE(report.out_of_time->begun_blocks, 1000u);
}

TEST(Budget, DoesNotStopKernelsThatStayWithinIt) {
  Options options;
  options.access_budget = 100000;
  EXPECT_FALSE(testing::run("findings", "no_shared_race", 33, options).report.out_of_time);
}

TEST(LoopWatch, EndsKernelsThatComputeForEver) {
  const RunReport report = testing::run("findings", "endless_arithmetic", 33).report;
  ASSERT_TRUE(report.out_of_time.has_value());
  EXPECT_EQ(report.out_of_time->reason, StopReason::idle_loop);
  EXPECT_EQ(report.out_of_time->kernel, "compute_forever");
  EXPECT_GT(report.out_of_time->at.line, 0);
}

TEST(Look, AtSomeBlocksFindsWhatTheFirstAndTheLastDo) {
  Options options;
  const int everywhere = testing::run("findings", "end_blocks_store_beside", 33, options)
                             .count(FindingKind::uninitialised_read);
  options.look = Look::some_blocks;
  const Outcome some = testing::run("findings", "end_blocks_store_beside", 33, options);
  EXPECT_GT(everywhere, 0);
  EXPECT_EQ(some.count(FindingKind::uninitialised_read), 0);
  ASSERT_GT(some.count(FindingKind::out_of_bounds_write), 0) << some.all_findings();
  EXPECT_EQ(some.find(FindingKind::out_of_bounds_write)->count, 64u);
  EXPECT_TRUE(some.report.counts.stores == std::nullopt);
}

TEST(Warps, TakeTurnsSoThatWaitingEnds) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Options options = with_seed(seed);
    options.access_budget = 10000000;
    const Outcome outcome = testing::run("findings", "warps_take_turns", 33, options);
    EXPECT_FALSE(outcome.report.out_of_time.has_value());
    EXPECT_EQ(outcome.c[0], 1.0f);
  }
}

}  // namespace
}  // namespace simt
