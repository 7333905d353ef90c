#include "grader/report/words/finding_words.h"

#include <gmock/gmock.h>

#include "common/facts/counts.h"
#include "common/facts/names.h"
#include "common/facts/place.h"
#include "common/facts/sample_values.h"

#include "grader/report/words/stop_words.h"

namespace gemmlab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const ThreadId kWho{{3, 17}, {1, 0}};
const DeviceBuffer kA{"a", 33, 17, 0, 4 * 561};
const DeviceBuffer kOwn{"", 0, 0, 2, 1024};
const VariablePlace kTile{"tile", 1024, "tile[16][0]", 0};

std::string words_of(FindingKind kind, FindingFact fact, int line = 7, int other = 9) {
  return sentence(Finding{kind, {"kernel.cu", line}, Place{"kernel.cu", other}, std::move(fact)});
}

std::string words_of(Flaw flaw, Access access, Target at, unsigned bytes = 4) {
  return words_of(FindingKind::out_of_bounds_read, BadAccess{flaw, kWho, access, bytes, at});
}

std::string words_of(Race race) {
  return words_of(FindingKind::race, std::move(race));
}

TEST(FindingWords, TellWhereAnAccessGoes) {
  EXPECT_EQ(words_of(Flaw::outside_buffer, Access::read, BufferPlace{kA, 4 * 561}),
            "thread (3,17) of block (1,0) reads element 561 of a, which has only 561 (33 x 17).");
  EXPECT_EQ(words_of(Flaw::outside_buffer, Access::write, BufferPlace{kA, -4}),
            "thread (3,17) of block (1,0) writes element -1 of a, before its start.");
  EXPECT_EQ(words_of(Flaw::outside_buffer, Access::read, BufferPlace{kA, 4 * 558}, 16),
            "thread (3,17) of block (1,0) reads a[32][14], but its 16 bytes go past the end of a "
            "(33 x 17).");
  EXPECT_EQ(words_of(Flaw::outside_buffer, Access::read, BufferPlace{kOwn, 1024}),
            "thread (3,17) of block (1,0) reads element 256 (of 4 bytes) of the 2nd cudaMalloc "
            "allocation (1024 bytes), one element past the end of that allocation.");
  EXPECT_EQ(
      words_of(Flaw::used_after_free, Access::update, BufferPlace{kOwn, 0}),
      "thread (3,17) of block (1,0) updates the 2nd cudaMalloc allocation (1024 bytes), which "
      "has been freed.");
  EXPECT_EQ(words_of(Flaw::past_shared_variable, Access::read, kTile),
            "thread (3,17) of block (1,0) reads tile[16][0], past the end of tile, which has 256 "
            "elements. It hits another shared variable.");
  EXPECT_EQ(words_of(Flaw::null_pointer, Access::write, {}),
            "thread (3,17) of block (1,0) writes through a null pointer.");
  EXPECT_EQ(words_of(Flaw::outside_dynamic_shared, Access::write, DynamicSharedPlace{8, 0}),
            "thread (3,17) of block (1,0) writes dynamic shared memory, but the launch requests "
            "none: give its size in bytes after the block.");
  EXPECT_EQ(words_of(Flaw::misaligned, Access::read, BufferPlace{kA, 4 * 17}, 16),
            "thread (3,17) of block (1,0) reads 16 bytes at a[1][0], but that address is not a "
            "multiple of 16.");
  EXPECT_EQ(words_of(Flaw::device_memory_in_host_code, Access::read, BufferPlace{kA, 20}),
            "Host code reads a[0][5], which is device memory: on a GPU this crashes. Copy with "
            "cudaMemcpy, and use the copy.");
}

TEST(FindingWords, AreThereForEachFlawAndEachPlace) {
  const Target targets[] = {AddressPlace{4096}, BufferPlace{kA, 0}, kTile,
                            DynamicSharedPlace{8, 4}};
  for (const Flaw flaw : all_values<Flaw>()) {
    for (const Target& target : targets) {
      const std::string words = words_of(flaw, Access::read, target);
      EXPECT_TRUE(words.ends_with(".")) << name(flaw);
      EXPECT_EQ(words.find_first_of("{}"), std::string::npos) << words;
    }
  }
}

TEST(FindingWords, TellWhatKeepsAccessesApart) {
  const OtherThread one{{5}, {}, false}, several{{}, {}, false};
  EXPECT_EQ(
      words_of(Race{RaceCause::missing_barrier, kWho, Access::read, kTile, one, true, false}),
      "thread (3,17) of block (1,0) reads tile[16][0], which thread 5 writes at line 9. There "
      "is no __syncthreads() between the two accesses.");
  EXPECT_EQ(
      words_of(Race{RaceCause::missing_barrier, kWho, Access::write, kTile, several, false, false}),
      "thread (3,17) of block (1,0) writes tile[16][0], which several other threads read at "
      "line 9. There is no __syncthreads() between the two accesses.");
  EXPECT_EQ(
      words_of(Race{RaceCause::missing_barrier_after_reads, kWho, Access::read, kTile, one, true,
                    false}),
      "thread (3,17) of block (1,0) reads tile[16][0], but thread 5 may already have overwritten "
      "it at line 9, in the next phase of the loop: a barrier is missing after the "
      "reads, at the end of the phase.");
  const Race both{RaceCause::same_element, kWho, Access::write, BufferPlace{kA, 0},
                  {{0}, {0}, true},        true, false};
  EXPECT_EQ(
      words_of(FindingKind::race, both, 7, 7),
      "thread (3,17) of block (1,0) writes a[0][0], which thread 0 of block 0 writes too. Two "
      "threads compute the same element: its index is wrong, or a guard is missing.");
  const Race of_blocks{RaceCause::same_element,     kWho, Access::write, BufferPlace{kA, 0},
                       {kWho.thread, {0, 0}, true}, true, false};
  EXPECT_THAT(words_of(FindingKind::race, of_blocks, 7, 7), HasSubstr("blockIdx"));
}

TEST(FindingWords, TellWhoWaitsForWhom) {
  EXPECT_EQ(
      words_of(FindingKind::barrier_divergence, BarriersApart{kWho, BarrierCall::syncthreads, {4}}),
      "thread (3,17) of block (1,0) waits at one __syncthreads() (line 7) while thread 4 waits "
      "at another (line 9): all threads of a block must reach the same one.");
  EXPECT_EQ(words_of(FindingKind::deadlock, NeverComes{kWho, 0xffff, {5}, BarrierCall::group_sync}),
            "thread (3,17) of block (1,0) waits for lanes of its warp (mask 0x0000ffff) that never "
            "arrive: thread 5 waits at a block.sync(). On a GPU the kernel would hang.");
}

TEST(FindingWords, TellHowMuchWasFilled) {
  EXPECT_EQ(
      words_of(FindingKind::uninitialised_read, UnwrittenRead{kWho, BufferPlace{kOwn, 512}, 256}),
      "thread (3,17) of block (1,0) reads element 128 (of 4 bytes) of the 2nd cudaMalloc "
      "allocation (1024 bytes), but that place was never written. Only the first 256 of its 1024 "
      "bytes were "
      "filled: a copy or fill of it counts bytes, so sizeof(float) is missing there.");
  EXPECT_EQ(
      words_of(FindingKind::uninitialised_read, UnwrittenRead{kWho, kTile, 0, 1024}),
      "thread (3,17) of block (1,0) reads tile[16][0], but that place was never written in this "
      "block.");
  EXPECT_THAT(words_of(FindingKind::uninitialised_read, UnwrittenRead{kWho, kTile, 0, 64}),
              HasSubstr("tile has 256 elements, and the block only 64 threads"));
}

TEST(FindingWords, TellWhyAPlaceWasNotFilled) {
  UnwrittenRead at_edges{kWho, kTile, 0, 64};
  at_edges.is_only_at_edges = true;
  EXPECT_THAT(words_of(FindingKind::uninitialised_read, at_edges), HasSubstr("store 0 (else)"));
  at_edges.is_only_at_edges = false;
  at_edges.guard_line = 12;
  EXPECT_THAT(words_of(FindingKind::uninitialised_read, at_edges), HasSubstr("guard of line 12"));
  EXPECT_THAT(words_of(FindingKind::uninitialised_read, UnwrittenRead{kWho, kTile, 0, 240}),
              Not(HasSubstr("too small")));  // padding
  UnwrittenRead old{kWho, BufferPlace{{"c", 4, 4, 0, 64}, 0}};
  EXPECT_THAT(words_of(FindingKind::uninitialised_read, old), HasSubstr("if += adds to it"));
  old.factor = "beta";
  EXPECT_THAT(words_of(FindingKind::uninitialised_read, old), HasSubstr("`beta` times the old C"));
}

TEST(FindingWords, TellWhyNoBarrierHelps) {
  Race race{RaceCause::one_place, kWho, Access::write, kTile, {{5}, {}, false}, true};
  EXPECT_THAT(words_of(race), HasSubstr("one statement stores there for both"));
  race.stored = "kept";
  EXPECT_THAT(words_of(race), HasSubstr("kept is one variable for all threads"));
  race.stored = "bs[tx][tx]";
  EXPECT_THAT(words_of(race), HasSubstr("`bs[tx][tx]` is one place for both threads"));
  race.missing = "ty";
  EXPECT_THAT(words_of(race), HasSubstr("ty is missing in the index of `bs[tx][tx]`"));
}

TEST(FindingWords, TellOfABarrierThatDidNotRun) {
  Race race{RaceCause::missing_barrier, kWho, Access::read, kTile, {{5}, {}, false}, true};
  race.idle_line = 8;
  race.idle = Idle::uncalled;
  EXPECT_THAT(words_of(race), HasSubstr("Line 8 names __syncthreads without ()"));
  race.idle = Idle::not_reached;
  EXPECT_THAT(words_of(race), HasSubstr("The barrier of line 8 did not run"));
}

TEST(FindingWords, TellHowAnIndexGotFarOutside) {
  BadAccess bad{Flaw::outside_buffer, kWho, Access::read, 4, BufferPlace{kA, 4 * 0xffffffffL}};
  bad.wrap = Wrap::unsigned_below_zero;
  EXPECT_EQ(words_of(FindingKind::out_of_bounds_read, bad),
            "thread (3,17) of block (1,0) reads element 4294967295 of a, which has only 561 (33 x "
            "17). An unsigned index went below 0, to -1: there is no number below 0 for it, and it "
            "goes on at its largest, 4294967295. Compute it as an int, or guard it.");
  bad.wrap = Wrap::overflowed;
  EXPECT_THAT(words_of(FindingKind::out_of_bounds_read, bad), HasSubstr("The index overflowed"));
}

TEST(FindingWords, NamePointersWithoutMemoryAndSizesInElements) {
  BadAccess bad{Flaw::null_pointer, kWho, Access::write, 4, AddressPlace{}};
  bad.pointer = "dc";
  EXPECT_THAT(words_of(FindingKind::out_of_bounds_write, bad),
              HasSubstr("dc is used without memory"));
  DeviceBuffer small{"", 0, 0, 2, 561};
  small.line = 20;
  small.is_in_elements = true;
  small.pointer = "da";
  EXPECT_THAT(words_of(Flaw::outside_buffer, Access::read, BufferPlace{small, 564}),
              HasSubstr("Line 20 allocates 561 bytes for da, as many as a matrix has elements"));
}

TEST(ApiWords, TellOfRefusedLaunchesAndFailedCalls) {
  ApiError error;
  error.error = "cudaErrorInvalidConfiguration";
  error.text = "invalid configuration argument";
  error.launch = LaunchShape{{1, 1, 1}, {2048, 1, 1}, 0, "tiled"};
  error.cause = BeyondLimit{LaunchLimit::block_threads, 2048, 1024};
  EXPECT_EQ(sentence(error),
            "The launch of tiled was refused: invalid configuration argument: block (2048, 1, 1) "
            "has 2048 threads; at most 1024 (cudaErrorInvalidConfiguration).\nNothing ran, so "
            "nothing was stored.");
  error.launch->kernel = "";
  error.cause = Unexplained{};
  EXPECT_EQ(sentence(error),
            "The launch with a grid of 1 x 1 x 1 and blocks of 2048 x 1 x 1 threads was refused: "
            "invalid configuration argument (cudaErrorInvalidConfiguration).\nNothing ran, so "
            "nothing was stored.");
  ApiError copy;
  copy.error = "cudaErrorInvalidValue";
  copy.text = "invalid argument";
  copy.call = "cudaMemcpy";
  copy.cause = BadPointer{Role::target, BadArgument::too_small, 128, kOwn};
  EXPECT_EQ(sentence(copy),
            "cudaMemcpy failed: invalid argument: 128 bytes do not fit into the target, the 2nd "
            "cudaMalloc allocation (1024 bytes) (cudaErrorInvalidValue).");
}

TEST(ApiWords, AreThereForEachCause) {
  ApiError error;
  const auto expect_words = [&](ApiCause cause) {
    error.cause = std::move(cause);
    EXPECT_NE(sentence(error).find(": "), std::string::npos) << sentence(error);
    EXPECT_EQ(sentence(error).find_first_of("{}"), std::string::npos) << sentence(error);
  };
  for (const LaunchLimit limit : all_values<LaunchLimit>()) {
    expect_words(BeyondLimit{limit, 2, 1});
  }
  for (const Misuse misuse : all_values<Misuse>()) {
    expect_words(Misused{misuse});
  }
  for (const BadFree why : all_values<BadFree>()) {
    expect_words(CannotFree{why, kOwn});
  }
  for (const BadArgument why : all_values<BadArgument>()) {
    expect_words(BadPointer{Role::source, why, 4, kOwn});
  }
}

TEST(ApiWords, TellWhyARunWasStopped) {
  EXPECT_EQ(
      sentence(OutOfTime{StopReason::budget, "tiled", 1000, 2000000, 5000, {"", 12}}),
      "The program did not end: the kernel tiled was stopped after 1000 memory accesses, near "
      "line 12: 5000 of its 2000000 blocks had started.\nLikely cause: the grid has far "
      "more blocks than C has elements, or tiles.");
  EXPECT_EQ(sentence(OutOfTime{StopReason::host_clock, "", 0, 0, 0, {"", 3}}),
            "The program did not end: it was near line 3.\nLikely cause: a loop whose condition "
            "never becomes false, or far more work than the shape needs.");
}

}  // namespace
}  // namespace gemmlab
