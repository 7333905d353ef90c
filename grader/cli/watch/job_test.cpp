#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <iostream>
#include <stdexcept>
#include <thread>

#include "grader/cli/exit_code.h"
#include "grader/cli/watch/grading_job.h"

namespace gemmlab {
namespace {

using std::chrono::milliseconds;

int end_of(GradingJob& job) {
  for (;;) {
    if (const auto code = job.read_available()) {
      return *code;
    }
    std::this_thread::sleep_for(milliseconds(2));
  }
}

TEST(Job, GivesTextActivityAndExitCode) {
  GradingJob job([](const GradingJob::Teller& teller) {
    teller.doing("compiling");
    teller.doing("running");
    std::cout << "it is right\n";
    return 1;
  });
  EXPECT_EQ(end_of(job), 1);
  EXPECT_EQ(job.text(), "it is right\n");
  EXPECT_EQ(job.activity(), "running");
}

TEST(Job, TellsWhatItHasFoundSoFar) {
  const std::string found(300'000, 'x');
  GradingJob job([&](const GradingJob::Teller& teller) {
    teller.found("first");
    teller.found(found);
    teller.doing("going on");
    return 0;
  });
  EXPECT_EQ(end_of(job), 0);
  EXPECT_EQ(job.so_far(), found);
  EXPECT_EQ(job.activity(), "going on");
}

TEST(Job, TellsOfMoreTextThanAPipeHolds) {
  const std::string line(100, 'x');
  GradingJob job([&](const auto&) {
    for (int i = 0; i < 10'000; ++i) {
      std::cout << line << '\n';
    }
    return 0;
  });
  EXPECT_EQ(end_of(job), 0);
  EXPECT_EQ(job.text().size(), 1'010'000u);
}

TEST(Job, TellsOfErrorsAndSignals) {
  GradingJob failing([](const auto&) -> int { throw std::runtime_error("no compiler"); });
  EXPECT_EQ(end_of(failing), int(kInfrastructure));
  EXPECT_EQ(failing.text(), "gemmlab: no compiler\n");
  GradingJob dying([](const auto&) { return kill(getpid(), SIGKILL); });
  EXPECT_EQ(end_of(dying), 128 + SIGKILL);
}

TEST(Job, DoesNotWaitForWhatItLeftBehind) {
  GradingJob job([](const auto&) {
    if (fork() == 0) {
      sleep(60);
      _exit(0);
    }
    return 0;
  });
  EXPECT_EQ(end_of(job), 0);
  EXPECT_LT(job.seconds(), 30);
}

TEST(Job, IsCancelledAtOnce) {
  const auto begin = std::chrono::steady_clock::now();
  {
    GradingJob job([](const auto&) {
      sleep(60);
      return 0;
    });
    EXPECT_FALSE(job.read_available());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(Job, ThatWillNotEndIsKilled) {
  const auto begin = std::chrono::steady_clock::now();
  {
    GradingJob job([](const GradingJob::Teller& teller) {
      signal(SIGTERM, SIG_IGN);
      teller.doing("deaf");
      for (;;) {
        sleep(60);
      }
      return 0;
    });
    while (job.activity().empty()) {
      EXPECT_FALSE(job.read_available());
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
}  // namespace gemmlab
