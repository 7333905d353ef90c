#include "grader/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace gemmlab {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using Kind = Outcome::Kind;

class SessionTest : public testing::Test {
 protected:
  // Runs the misbehaving module with this m, n = 2 and k = 3.
  Outcome run(int m, milliseconds limit = milliseconds(10'000)) {
    RunRequest request;
    request.m = m;
    request.n = 2;
    request.k = 3;
    return session_.run(request, std::vector<float>(m * 3, 2.0f), std::vector<float>(6, 5.0f),
                        limit);
  }

  void expect_to_work_again() {
    ASSERT_EQ(run(1).kind, Kind::replied);
    EXPECT_EQ(session_.c(), (std::vector<float>{30, 30}));
  }

  Session session_{Backend::cpu, MISBEHAVING_MODULE, 1000};
};

TEST_F(SessionTest, BringsBackWhatTheModuleComputed) {
  expect_to_work_again();
  EXPECT_TRUE(session_.has_entry(Entry::matmul));
  EXPECT_FALSE(session_.has_entry(Entry::matmul_host));
}

TEST_F(SessionTest, OutlivesExit) {
  const Outcome outcome = run(2);
  EXPECT_EQ(outcome.kind, Kind::exited);
  EXPECT_EQ(outcome.detail, "exit status 0");
  expect_to_work_again();
}

TEST_F(SessionTest, OutlivesACrashAndSaysWhere) {
  const Outcome outcome = run(3);
  EXPECT_EQ(outcome.kind, Kind::crashed);
  ASSERT_EQ(outcome.reply.findings.size(), 1u);
  EXPECT_EQ(outcome.reply.findings[0].kind, FindingKind::crash);
  EXPECT_THAT(outcome.reply.findings[0].at.file, HasSubstr("misbehaving_module.cpp"));
  EXPECT_GT(outcome.reply.findings[0].at.line, 0);
  expect_to_work_again();
}

TEST_F(SessionTest, OutlivesAnEndlessLoop) {
  const Outcome outcome = run(4, milliseconds(100));
  EXPECT_EQ(outcome.kind, Kind::timed_out);
  ASSERT_TRUE(outcome.reply.out_of_time.has_value());
  EXPECT_EQ(outcome.reply.out_of_time->reason, StopReason::host_clock);
  EXPECT_GT(outcome.reply.out_of_time->at.line, 0);
  expect_to_work_again();
}

TEST_F(SessionTest, EndsAProgramWhoseThreadsCrowdItOut) {
  EXPECT_EQ(run(16, milliseconds(300)).kind, Kind::timed_out);
  expect_to_work_again();
}

TEST(WaitedForOthers, CountsNoThreadsOfItsOwn) {
  // Ten seconds on two processors. One thread beside a neighbour with three:
  EXPECT_DOUBLE_EQ(waited_for_others({.run = 5, .waited = 5, .first = 5}, 20), 5);
  // Ten threads alone:
  EXPECT_DOUBLE_EQ(waited_for_others({.run = 20, .waited = 8, .first = 2}, 20), 0);
  // Six threads beside a neighbour that had one processor:
  EXPECT_DOUBLE_EQ(waited_for_others({.run = 10, .waited = 8, .first = 2}, 20), 8 * 10.0 / 18);
  EXPECT_DOUBLE_EQ(waited_for_others({}, 20), 0);
}

TEST_F(SessionTest, KeepsTheFirstLinesOfAFlood) {
  EXPECT_EQ(run(5).kind, Kind::replied);
  EXPECT_THAT(session_.printed().text(), testing::StartsWith("line 0\nline 1\n"));
  EXPECT_THAT(session_.printed().text(), testing::EndsWith("line 63\n"));
}

TEST_F(SessionTest, FindsAStoreJustPastC) {
  const Outcome outcome = run(6);
  EXPECT_EQ(outcome.kind, Kind::crashed);
  ASSERT_EQ(outcome.reply.findings.size(), 1u);
  EXPECT_EQ(outcome.reply.findings[0].kind, FindingKind::out_of_bounds_write);
}

TEST_F(SessionTest, FindsAStoreToAnInput) {
  const Outcome outcome = run(7);
  ASSERT_EQ(outcome.reply.findings.size(), 1u);
  EXPECT_EQ(outcome.reply.findings[0].kind, FindingKind::input_modified);
}

TEST_F(SessionTest, TakesAMessageThatIsNoReplyForTheEndOfTheProgram) {
  EXPECT_NE(run(8).kind, Kind::replied);
  expect_to_work_again();
}

TEST_F(SessionTest, OutlivesAClosedConnection) {
  EXPECT_NE(run(9).kind, Kind::replied);
  expect_to_work_again();
}

TEST_F(SessionTest, StartsFromPoisonEachTime) {
  expect_to_work_again();
  ASSERT_EQ(run(10).kind, Kind::replied);  // writes nothing
  EXPECT_TRUE(std::isnan(session_.c()[0]));
}

TEST_F(SessionTest, StartsFromTheNumbersThatCIsToHold) {
  const std::vector<float> numbers(20, 7.0f);
  ASSERT_EQ(session_
                .run({.m = 10, .n = 2, .k = 3}, std::vector<float>(30), std::vector<float>(6),
                     milliseconds(10'000), numbers)
                .kind,
            Kind::replied);  // writes nothing
  EXPECT_EQ(session_.c(), numbers);
}

// Timed calls of the misbehaving module, one of them a batch.
class TimedSessionTest : public testing::Test {
 protected:
  Outcome stage(int m, milliseconds limit = kLimit) {
    return session_.stage({m, 2, 3, pool_.size(), pool_.size(), 2, -1}, pool_, pool_, limit);
  }
  Outcome batch(milliseconds limit = kLimit) { return session_.batch({{{0, 0}}}, limit); }
  Outcome collect() { return session_.collect({{0, 0}}, kLimit); }

  void expect_to_work_again() {
    ASSERT_EQ(stage(1).kind, Kind::replied);
    ASSERT_EQ(batch().kind, Kind::replied);
    ASSERT_EQ(collect().kind, Kind::replied);
    EXPECT_EQ(session_.c()[0], 12.0f);
  }

  Outcome run_untimed(int m) {
    RunRequest request;
    request.m = m;
    request.n = 2;
    request.k = 3;
    return Session(Backend::cpu, MISBEHAVING_MODULE, 1000)
        .run(request, std::vector<float>(m * 3), std::vector<float>(6), kLimit);
  }

  // Makes the program do something 20 ms after a successful batch.
  void leave_behind(int m) {
    ASSERT_EQ(stage(m).kind, Kind::replied);
    ASSERT_EQ(batch().kind, Kind::replied);
    std::this_thread::sleep_for(milliseconds(400));
  }

  static constexpr milliseconds kLimit{10'000};
  const std::vector<float> pool_ = std::vector<float>(100, 2.0f);
  Session session_{Backend::cpu, MISBEHAVING_MODULE, 1000};
};

TEST_F(TimedSessionTest, TellsHowAProgramEndedInABatch) {
  const std::pair<int, Kind> endings[] = {{2, Kind::exited}, {3, Kind::crashed}};
  for (const auto& [m, kind] : endings) {
    ASSERT_EQ(stage(m).kind, Kind::replied);
    EXPECT_EQ(batch().kind, kind) << m;
  }
  expect_to_work_again();
}

// A quarter of a second of work, on processors that others keep busy.
TEST_F(TimedSessionTest, TellsHowLongItRanAndWaitedForAProcessor) {
  std::atomic<bool> is_over = false;
  std::vector<std::thread> others(4 * std::thread::hardware_concurrency());
  for (std::thread& other : others) {
    other = std::thread([&] {
      while (!is_over) {
      }
    });
  }
  ASSERT_EQ(stage(17).kind, Kind::replied);
  const Outcome outcome = batch();
  is_over = true;
  std::ranges::for_each(others, &std::thread::join);
  EXPECT_EQ(outcome.kind, Kind::replied);
  EXPECT_GT(outcome.used.run, 0.2);
  EXPECT_GT(outcome.used.waited, 0.05);
  EXPECT_LT(outcome.used.waited, outcome.seconds);
}

TEST_F(TimedSessionTest, EndsABatchThatTakesTooLong) {
  stage(4);
  const Outcome outcome = batch(milliseconds(100));
  EXPECT_EQ(outcome.kind, Kind::timed_out);
  ASSERT_TRUE(outcome.reply.out_of_time.has_value());
  EXPECT_EQ(outcome.reply.out_of_time->reason, StopReason::host_clock);
  EXPECT_GT(outcome.reply.out_of_time->at.line, 0);
  expect_to_work_again();
}

TEST_F(TimedSessionTest, TakesAClosedConnectionForTheEndOfTheProgram) {
  stage(9);
  EXPECT_NE(batch().kind, Kind::replied);
  expect_to_work_again();
}

TEST_F(TimedSessionTest, HasNothingStagedAfterAnEnding) {
  stage(2);
  batch();
  EXPECT_EQ(batch().kind, Kind::crashed);
  expect_to_work_again();
}

TEST_F(TimedSessionTest, HasNoTimers) {
  for (int m : {11, 12}) {
    leave_behind(m);
    EXPECT_EQ(batch().kind, Kind::replied);
  }
}

TEST_F(TimedSessionTest, ReadsResultsWithoutTheProgram) {
  leave_behind(10);  // writes nothing
  EXPECT_EQ(collect().kind, Kind::replied);
  EXPECT_TRUE(std::isnan(session_.c()[0]));
}

TEST_F(TimedSessionTest, EndsAProgramThatStartsAnother) {
  for (int m : {13, 14, 15}) {
    EXPECT_EQ(run_untimed(m).kind, Kind::replied) << m;
    stage(m);
    const Outcome outcome = batch();
    EXPECT_EQ(outcome.kind, Kind::crashed) << m;
    EXPECT_TRUE(outcome.started_another) << m;
  }
  expect_to_work_again();
}

TEST(SessionOfNoModule, IsToldFromABrokenMachine) {
  Session session(Backend::cpu, "/nowhere/module.so", 100);
  EXPECT_EQ(session.load().kind, Kind::not_loaded);
}

}  // namespace
}  // namespace gemmlab
