// The cuda worker on the stand-in: how a GPU reacts to programs, and what the judge learns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "grader/core/infrastructure_error.h"
#include "grader/core/verdict.h"
#include "grader/session/session.h"
#include "grader/stand_in/installation.h"

namespace gemmlab {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Outcome::Kind;

class GpuSessionTest : public testing::Test {
 protected:
  Session session_of(const std::string& behaviour) const {
    return {Backend::cuda, installed_.module(behaviour), 1 << 16};
  }

  // A row of twos times a column of fives, k = 3, with m rows and n columns.
  static Outcome run(Session& session, int m, int n = 2, milliseconds limit = milliseconds(10'000),
                     bool fail_launches = false) {
    RunRequest request;
    request.m = m;
    request.n = n;
    request.k = 3;
    request.fail_launches = fail_launches;
    return session.run(request, std::vector<float>(std::size_t(m) * 3, 2.0f),
                       std::vector<float>(std::size_t(n) * 3, 5.0f), limit);
  }

  static void expect_right(Session& session, int m, int n = 2) {
    ASSERT_EQ(run(session, m, n).kind, Kind::replied);
    EXPECT_EQ(session.c(), std::vector<float>(std::size_t(m) * n, 30.0f));
  }

  static Finding only_finding(const Outcome& outcome) {
    EXPECT_EQ(outcome.reply.findings.size(), 1u) << outcome.detail;
    return outcome.reply.findings.empty() ? Finding{} : outcome.reply.findings.front();
  }

  void TearDown() override { installed_.restore(); }

  const stand_in::Installation& installed_ = stand_in::Installation::only();
};

TEST_F(GpuSessionTest, BringsBackWhatTheKernelStored) {
  Session session = session_of("right");
  const Outcome outcome = run(session, 5, 4);
  ASSERT_EQ(outcome.kind, Kind::replied) << outcome.detail;
  EXPECT_EQ(session.c(), std::vector<float>(20, 30.0f));
  EXPECT_TRUE(outcome.reply.findings.empty());
  EXPECT_EQ(outcome.reply.input_modified, "");
  EXPECT_EQ(outcome.reply.live_allocations, 0);
  ASSERT_EQ(outcome.reply.counts.launches.size(), 1u);
  EXPECT_THAT(outcome.reply.counts.launches[0].block, ElementsAre(32, 8, 1));
}

TEST_F(GpuSessionTest, StartsFromPoisonEachTime) {
  Session session = session_of("nothing");
  ASSERT_EQ(run(session, 2).kind, Kind::replied);
  EXPECT_TRUE(std::isnan(session.c()[0]));
}

TEST_F(GpuSessionTest, NamesTheMatrixAndHowFarOutsideWasStored) {
  Session after = session_of("past_the_end");
  Finding finding = only_finding(run(after, 5, 4));
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds_write);
  const auto past = get<StrayStores>(finding.fact);
  EXPECT_EQ(past.matrix, "c");
  EXPECT_EQ(past.rows, 5);
  EXPECT_EQ(past.elements, 1u);
  EXPECT_EQ(past.farthest, 7u);
  EXPECT_FALSE(past.before);
  Session before = session_of("before_the_beginning");
  finding = only_finding(run(before, 5, 4));
  EXPECT_EQ(get<StrayStores>(finding.fact).farthest, 3u);
  EXPECT_TRUE(get<StrayStores>(finding.fact).before);
}

TEST_F(GpuSessionTest, SaysWhichInputChanged) {
  Session a = session_of("changes_a"), b = session_of("changes_b");
  EXPECT_EQ(run(a, 2).reply.input_modified, "a");
  EXPECT_EQ(run(b, 2).reply.input_modified, "b");
}

TEST_F(GpuSessionTest, GivesEachErrorOfAKernelItsVerdictAndWorksAgain) {
  const std::pair<int, Verdict> meanings[] = {
      {700, Verdict::out_of_bounds},
      {702, Verdict::timed_out},
      {710, Verdict::crashed},
      {714, Verdict::crashed},
      {715, Verdict::crashed},
      {716, Verdict::misaligned},
      {717, Verdict::wrong_address_space},
      {718, Verdict::crashed},
      {719, Verdict::crashed},
  };
  Session session = session_of("fails_with_m");
  for (const auto& [error, verdict] : meanings) {
    const Outcome outcome = run(session, error);
    EXPECT_EQ(outcome.kind, Kind::crashed) << error;
    const Finding finding = only_finding(outcome);
    EXPECT_EQ(verdict_of(finding.kind), verdict) << error;
    EXPECT_TRUE(is_hard(finding.kind));
    EXPECT_THAT(get<DeviceFailure>(finding.fact).error, HasSubstr("CUDA_ERROR_"));
  }
}

TEST_F(GpuSessionTest, OutlivesAKernelThatNeverEnds) {
  Session session = session_of("never_ends_if_m_is_4");
  const Outcome outcome = run(session, 4, 2, milliseconds(200));
  EXPECT_EQ(outcome.kind, Kind::timed_out);
  EXPECT_EQ(outcome.reply.out_of_time.value().reason, StopReason::gpu_clock);
  expect_right(session, 3);
}

TEST_F(GpuSessionTest, TellsALoopOnTheHostFromAKernel) {
  Session session = session_of("loops");
  const Outcome outcome = run(session, 1, 2, milliseconds(200));
  EXPECT_EQ(outcome.kind, Kind::timed_out);
  EXPECT_EQ(outcome.reply.out_of_time.value().reason, StopReason::host_clock);
  EXPECT_GT(outcome.reply.out_of_time->at.line, 0);
}

TEST_F(GpuSessionTest, OutlivesExitAndACrash) {
  Session exits = session_of("exits"), crashes = session_of("crashes");
  EXPECT_EQ(run(exits, 1).kind, Kind::exited);
  EXPECT_EQ(run(exits, 1).kind, Kind::exited);
  EXPECT_EQ(run(crashes, 1).kind, Kind::crashed);
  EXPECT_EQ(only_finding(run(crashes, 1)).kind, FindingKind::crash);
}

TEST_F(GpuSessionTest, AsksANewWorkerWhenAProgramHasUsedUpTheMemory) {
  Session session = session_of("eats_memory");
  expect_right(session, 5, 4);
  expect_right(session, 500, 40);  // other matrices, which need new memory
}

TEST_F(GpuSessionTest, BlamesTheMachineWhenANewWorkerHasNoMemory) {
  installed_.set_machine("free_mib 0\n");
  Session session = session_of("right");
  try {
    run(session, 5, 4);
    FAIL() << "it ran";
  } catch (const InfrastructureError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the GPU has 0 MiB of free memory"));
  }
}

TEST_F(GpuSessionTest, BlamesTheMachineWhenThereIsNoDriver) {
  const auto module = installed_.module("right");
  installed_.remove_driver();
  Session session(Backend::cuda, module, 1000);
  try {
    session.load();
    FAIL() << "it was loaded";
  } catch (const InfrastructureError& error) {
    EXPECT_STREQ(error.what(), "no NVIDIA driver is installed");
  }
}

TEST_F(GpuSessionTest, BlamesTheMachineWhenTheGpuCannotBeOpened) {
  Session session = session_of("right");
  installed_.set_machine("context_error 46\n");
  try {
    session.load();
    FAIL() << "it was loaded";
  } catch (const InfrastructureError& error) {
    EXPECT_THAT(error.what(), HasSubstr("CUDA_ERROR_DEVICE_UNAVAILABLE"));
  }
}

TEST_F(GpuSessionTest, NamesALaunchThatWasRefused) {
  Session session = session_of("launch_refused");
  const Outcome outcome = run(session, 5, 4);
  ASSERT_EQ(outcome.kind, Kind::replied);
  ASSERT_EQ(outcome.reply.errors.size(), 1u);
  const ApiError& error = outcome.reply.errors[0];
  ASSERT_TRUE(error.launch.has_value());
  EXPECT_EQ(error.error, "cudaErrorInvalidConfiguration");
  EXPECT_THAT(error.launch->grid, ElementsAre(2, 3, 1));
  EXPECT_THAT(error.launch->block, ElementsAre(32, 8, 1));
  EXPECT_THAT(error.at.file, HasSubstr("module.cpp"));
  EXPECT_GT(error.at.line, 0);
}

TEST_F(GpuSessionTest, RefusesLaunchesWhenAskedTo) {
  Session session = session_of("right");
  EXPECT_EQ(run(session, 5, 4, milliseconds(10'000), true).reply.errors.size(), 1u);
  EXPECT_TRUE(std::isnan(session.c()[0]));
  EXPECT_TRUE(run(session, 5, 4).reply.errors.empty());
  EXPECT_EQ(session.c()[0], 30.0f);
}

TEST_F(GpuSessionTest, CountsWhatIsLeftBehind) {
  Session session = session_of("leaks");
  const Outcome outcome = run(session, 5, 4);
  EXPECT_EQ(outcome.reply.live_allocations, 2);
  EXPECT_EQ(outcome.reply.live_bytes, 8192u);
}

}  // namespace
}  // namespace gemmlab
