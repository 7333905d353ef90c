
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/process/job_pool.h"
#include "grader/process/program.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;

// Runs all jobs, at most `at_once` at a time, and returns their results in order. Calls `began`
// before each.
std::vector<JobResult> run_all(
    const std::vector<Job>& jobs, int at_once,
    const std::function<void(const Job&)>& began = [](const Job&) {}) {
  std::vector<JobResult> results(jobs.size());
  JobPool pool;
  for (std::size_t next = 0; next < jobs.size() || pool.size() > 0;) {
    if (next == jobs.size() || pool.size() == std::size_t(at_once)) {
      pool.wait();
      continue;
    }
    began(jobs[next]);
    pool.start(jobs[next], [&results, next](const JobResult& result) { results[next] = result; });
    ++next;
  }
  return results;
}

std::vector<std::string> texts(const std::vector<JobResult>& results) {
  std::vector<std::string> texts;
  for (const JobResult& each : results) {
    texts.push_back(each.answer.value_or("it " + each.failure));
  }
  return texts;
}

TEST(Parallel, AnswersComeBackInOrderWhoeverEndsFirst) {
  const std::string much(300000, 'x');  // more than a pipe holds
  const std::vector<Job> jobs{{"slow",
                               [] {
                                 usleep(200000);
                                 return std::string("slow");
                               }},
                              {"fast", [] { return std::string("fast"); }},
                              {"empty", [] { return std::string(); }},
                              {"much", [&] { return much; }}};
  std::vector<std::string> began;
  EXPECT_THAT(texts(run_all(jobs, 2, [&](const Job& job) { began.push_back(job.title); })),
              ElementsAre("slow", "fast", "", much));
  EXPECT_THAT(began, ElementsAre("slow", "fast", "empty", "much"));
}

TEST(Parallel, AProcessThatBreaksOffHasNoAnswer) {
  const std::vector<Job> jobs{{"killed",
                               [] {
                                 raise(SIGKILL);
                                 return std::string("no");
                               }},
                              {"thrown", []() -> std::string { throw std::runtime_error("no"); }},
                              {"well", [] { return std::string("yes"); }}};
  EXPECT_THAT(texts(run_all(jobs, 1)), ElementsAre("it was ended by signal 9 (Killed)",
                                                   "it ended with exit status 1", "yes"));
}

TEST(Parallel, AnAnswerHasABound) {
  const auto answer = [](std::size_t bytes) {
    return Job{"", [=] { return std::string(bytes, 'x'); }, 0, 0, 100'000};
  };
  EXPECT_THAT(texts(run_all({answer(100'000), answer(100'001)}, 2)),
              ElementsAre(std::string(100'000, 'x'), "it gave a result larger than 100000 bytes"));
}

TEST(Parallel, ProcessorTimeHasABoundThatProgramsDoNotInherit) {
  const Job endless{"",
                    [] {
                      volatile bool goes_on = true;
                      while (goes_on) {
                      }
                      return std::string("no");
                    },
                    0, 1};
  const Job shell{
      "",
      [] {
        std::string said;
        run_program({"/bin/sh", "-c", "ulimit -t"}, [&](const std::string& line) { said = line; });
        return said;
      },
      0, 100};
  EXPECT_THAT(texts(run_all({endless, shell}, 2)),
              ElementsAre("it was ended by signal 24 (CPU time limit exceeded)", "unlimited"));
}

TEST(Parallel, MemoryHasABoundThatProgramsDoNotInherit) {
  constexpr std::uint64_t kBound = std::uint64_t{256} << 20;
  const auto fill = [=](std::size_t bytes) {
    return Job{"", [=] { return std::to_string(std::string(bytes, 'x').size()); }, kBound};
  };
  const Job shell{
      "",
      [] {
        std::string said;
        run_program({"/bin/sh", "-c", "ulimit -d"}, [&](const std::string& line) { said = line; });
        return said;
      },
      kBound};
  EXPECT_THAT(texts(run_all({fill(kBound / 2), fill(kBound), shell}, 1)),
              ElementsAre("134217728", "it reached its memory limit", "unlimited"));
}

}  // namespace
}  // namespace gemmlab
