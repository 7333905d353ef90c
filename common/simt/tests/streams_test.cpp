// What a program sets and creates lives as long as its process; what streams do has the order that
// it has on a GPU, and no other.
#include <cstdint>
#include <vector>

#include "common/facts/finding.h"
#include "common/facts/run_report.h"
#include "common/simt/tests/harness.h"

namespace simt {
namespace {

using testing::Outcome;
using testing::run_right;

void expect_kept(const char* name, float first_sum) {
  for (int call = 0; call < 3; ++call) {
    const Outcome outcome = call == 0 ? run_right("streams", name) : testing::run_again(name, 32);
    EXPECT_TRUE(outcome.report.errors.empty()) << name << ", call " << call;
    EXPECT_TRUE(outcome.report.findings.empty()) << name << ": " << outcome.all_findings();
    EXPECT_EQ(outcome.c[0], first_sum) << name << ", call " << call;
    EXPECT_EQ(outcome.c[32], 0.0f) << name << ", call " << call;
  }
}

TEST(State, OutlivesACall) {
  expect_kept("constructed", 2.0f);
  expect_kept("allowed_once", 1.0f);
  expect_kept("allowed_by_call_once", 4.0f);
  expect_kept("keeps_handles", 1.0f);
}

TEST(State, IncludesWhatAStreamHasToDo) {
  run_right("streams", "works_ahead");
  for (int call = 1; call < 4; ++call) {
    EXPECT_EQ(testing::run_again("works_ahead", 32).c[0], static_cast<float>(call));
  }
}

TEST(SharedMemoryLimits, AreEachKernelsOwn) {
  for (const char* name : {"allowed_to_another", "allowed_to_another_type",
                           "allowed_to_another_by_call", "allowed_to_another_pointer"}) {
    const Outcome outcome = testing::run("streams", name, 32);
    ASSERT_FALSE(outcome.report.errors.empty()) << name;
    for (const ApiError& error : outcome.report.errors) {
      EXPECT_EQ(error.error, "cudaErrorInvalidValue") << name;
      EXPECT_EQ(get<BeyondLimit>(error.cause).limit, LaunchLimit::dynamic_shared_unasked);
    }
    EXPECT_NE(outcome.c[0], outcome.c[0]) << name << ": nothing runs, so c is still NaN";
  }
  const Outcome outcome = run_right("streams", "allowed_to_each");
  EXPECT_EQ(outcome.c[0], 1.0f);
  EXPECT_EQ(outcome.c[64], 3.0f);
  EXPECT_EQ(outcome.c[80], 100000.0f);
  EXPECT_EQ(outcome.c[81], 49152.0f);
}

void expect_misuses(const char* name, const std::vector<Misuse>& wanted) {
  const Outcome outcome = testing::run("streams", name, 32);
  std::vector<Misuse> misuses;
  for (const ApiError& error : outcome.report.errors) {
    EXPECT_EQ(error.error, "cudaErrorInvalidResourceHandle") << name;
    EXPECT_GT(error.at.line, 0) << name;
    misuses.push_back(get<Misused>(error.cause).what);
  }
  EXPECT_EQ(misuses, wanted) << name;
  EXPECT_TRUE(outcome.report.findings.empty()) << outcome.all_findings();
}

TEST(Handles, AreOfNoUseWhenDestroyed) {
  expect_misuses("destroyed_streams", std::vector(13, Misuse::destroyed_stream));
  expect_misuses("destroyed_events",
                 {Misuse::destroyed_event, Misuse::destroyed_event, Misuse::destroyed_event,
                  Misuse::destroyed_event, Misuse::destroyed_event, Misuse::null_event});
}

TEST(Handles, CannotBeInvented) {
  expect_misuses("invented_handles", {Misuse::unknown_stream, Misuse::unknown_stream,
                                      Misuse::unknown_event, Misuse::unknown_event});
}

TEST(Handles, MayBeDestroyedBeforeTheirWorkIsDone) {
  const Outcome outcome = run_right("streams", "destroyed_early");
  for (size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(outcome.c[i], 2.0f) << i;
  }
}

TEST(Events, HoldUpWhatWaitsForThemAndNoMore) {
  for (const std::uint64_t seed : {0, 1}) {
    EXPECT_EQ(run_right("streams", "ping_pong", 32, {.seed = seed}).c[0], 2.0f);
  }
}

TEST(MemoryOfStreams, MayBeUsedInOrder) {
  for (const std::uint64_t seed : {0, 1}) {
    const Outcome outcome = run_right("streams", "memory_in_order", 32, {.seed = seed});
    EXPECT_EQ(outcome.c[0], 1.0f);
    EXPECT_EQ(outcome.c[1], 1.0f);
    EXPECT_EQ(outcome.report.live_allocations, 0);
  }
}

// However the streams take turns.
void expect_flaw(const char* name, FindingKind kind, Flaw flaw) {
  for (const std::uint64_t seed : {0, 1}) {
    const Outcome outcome = testing::run("streams", name, 32, {.seed = seed});
    ASSERT_EQ(outcome.report.findings.size(), 1u) << name << ": " << outcome.all_findings();
    const Finding& finding = outcome.report.findings.at(0);
    EXPECT_EQ(finding.kind, kind) << name;
    EXPECT_EQ(testing::fact_of<BadAccess>(finding).flaw, flaw) << name;
    EXPECT_GT(finding.at.line, 0) << name;
  }
}

TEST(MemoryOfStreams, IsNotThereBeforeItIsAllocated) {
  const FindingKind write = FindingKind::out_of_bounds_write;
  for (const char* name : {"used_before_allocated", "used_before_allocated_though_used_there",
                           "copied_before_allocated", "event_of_an_earlier_place"}) {
    expect_flaw(name, write, Flaw::used_before_allocated);
  }
}

TEST(MemoryOfStreams, IsGoneWhenItMayBeFreed) {
  expect_flaw("freed_while_used", FindingKind::out_of_bounds_write, Flaw::used_while_freed);
  expect_flaw("freed_while_copied", FindingKind::out_of_bounds_read, Flaw::used_while_freed);
  expect_flaw("freed_while_waiting", FindingKind::out_of_bounds_write, Flaw::used_while_freed);
  expect_flaw("used_after_it_was_freed", FindingKind::out_of_bounds_write, Flaw::used_after_free);
}

TEST(MemoryOfStreams, IsFreedOnceAndInOrder) {
  const RunReport report = testing::run("streams", "bad_frees", 32).report;
  std::vector<BadFree> causes;
  for (const ApiError& error : report.errors) {
    causes.push_back(get<CannotFree>(error.cause).why);
  }
  EXPECT_EQ(causes, (std::vector{BadFree::not_yet_there, BadFree::not_its_start,
                                 BadFree::freed_before, BadFree::freed_before}));
}

}  // namespace
}  // namespace simt
