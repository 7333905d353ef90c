// Timed calls by the cuda worker, on the stand-in: stage, batch, and what the keeper reads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "grader/session/session.h"
#include "grader/stand_in/installation.h"

namespace gemmlab {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using Kind = Outcome::Kind;

// Timed calls of 4 x 3 times 3 x 5, with two outputs.
class TimedGpuSessionTest : public testing::Test {
 protected:
  static constexpr int kM = 4, kN = 5, kK = 3;

  TimedGpuSessionTest() : a_(100), b_(100) {
    for (int i = 0; i < 100; ++i) {
      a_[i] = float(i);
      b_[i] = float(i % 7);
    }
  }

  void TearDown() override { installed_.restore(); }

  Session session_of(const std::string& behaviour) const {
    return {Backend::cuda, installed_.module(behaviour), 1 << 12};
  }

  Outcome stage(Session& session) const {
    return session.stage({kM, kN, kK, a_.size(), b_.size(), 2, -1}, a_, b_, kLimit);
  }

  std::vector<float> row(Window window, int row) const {
    std::vector<float> c(kN);
    for (int col = 0; col < kN; ++col) {
      for (int p = 0; p < kK; ++p) {
        c[col] += a_[window.a_at + row * kK + p] * b_[window.b_at + p * kN + col];
      }
    }
    return c;
  }

  static std::vector<float> collected(const Session& session, int row) {
    const auto begin = session.c().begin() + row * kN;
    return {begin, begin + kN};
  }

  static constexpr milliseconds kLimit{10'000};
  std::vector<float> a_, b_;
  const stand_in::Installation& installed_ = stand_in::Installation::only();
};

TEST_F(TimedGpuSessionTest, CollectsTheRowsOfTheLastCallOnAnOutput) {
  Session session = session_of("right");
  ASSERT_EQ(stage(session).kind, Kind::replied);
  const std::vector<Window> calls{{0, 0}, {64, 0}, {3, 5}};
  const Outcome outcome = session.batch({calls}, kLimit);
  ASSERT_EQ(outcome.kind, Kind::replied);
  EXPECT_GT(outcome.reply.seconds, 0);
  EXPECT_LE(outcome.reply.seconds, outcome.seconds);
  ASSERT_EQ(session.collect({{0, 2}, {1, 1}}, kLimit).kind, Kind::replied);
  EXPECT_EQ(collected(session, 0), row(calls[2], 2));
  EXPECT_EQ(collected(session, 1), row(calls[1], 1));
}

TEST_F(TimedGpuSessionTest, LaunchesAfterARunWhoseLaunchesWereRefused) {
  Session session = session_of("right");
  RunRequest refused;
  refused.m = refused.n = refused.k = 4;
  refused.fail_launches = true;
  ASSERT_EQ(session.run(refused, a_, b_, kLimit).reply.errors.size(), 1u);
  stage(session);
  session.batch({{{0, 0}}}, kLimit);
  session.collect({{0, 1}}, kLimit);
  EXPECT_EQ(collected(session, 0), row({0, 0}, 1));
}

TEST_F(TimedGpuSessionTest, ReadsOnlyWhatIsInMemoryWhenTheBatchEnds) {
  Session session = session_of("claims_to_be_done");
  stage(session);
  ASSERT_EQ(session.batch({{{0, 0}}}, kLimit).kind, Kind::replied);
  session.collect({{0, 1}}, kLimit);
  EXPECT_TRUE(std::isnan(collected(session, 0)[0]));
}

TEST_F(TimedGpuSessionTest, DoesTheSameWhereMemoryCannotBeShared) {
  for (const char* cannot : {"shares 0\n", "takes_over 0\n"}) {
    installed_.set_machine(cannot);
    Session session = session_of("right");
    ASSERT_EQ(stage(session).kind, Kind::replied);
    EXPECT_TRUE(session.keeps_its_matrices());
    ASSERT_EQ(session.batch({{{0, 0}}}, kLimit).kind, Kind::replied);
    session.collect({{0, 1}}, kLimit);
    EXPECT_EQ(collected(session, 0), row({0, 0}, 1));
  }
}

TEST_F(TimedGpuSessionTest, EndsABatchWhoseKernelsNeverEnd) {
  Session session = session_of("never_ends");
  ASSERT_EQ(stage(session).kind, Kind::replied);
  const Outcome outcome = session.batch({{{0, 0}}}, milliseconds(200));
  EXPECT_EQ(outcome.kind, Kind::timed_out);
  EXPECT_EQ(outcome.reply.out_of_time.value().reason, StopReason::gpu_clock);
}

TEST_F(TimedGpuSessionTest, TellsWhatAKernelDidInABatch) {
  Session session = session_of("illegal_address");
  stage(session);
  const RunReply reply = session.batch({{{0, 0}}}, kLimit).reply;
  ASSERT_EQ(reply.findings.size(), 1u);
  EXPECT_EQ(reply.findings[0].kind, FindingKind::out_of_bounds_write);
}

}  // namespace
}  // namespace gemmlab
