#include "grader/process/parallel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace gemmlab {
namespace {

using testing::ElementsAre;

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
  EXPECT_THAT(run_in_processes(jobs, 2, [&](const Job& job) { began.push_back(job.title); }),
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
  EXPECT_THAT(run_in_processes(jobs, 1, [](const Job&) {}),
              ElementsAre(std::nullopt, std::nullopt, "yes"));
}

}  // namespace
}  // namespace gemmlab
