// Splits work over processes, because the judge handles one lab at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gemmlab {

struct Job {
  std::string title;                 // shown while it runs
  std::function<std::string()> run;  // in a separate process; returns its result to us
  std::uint64_t memory_bytes = 0;    // that its process may have, without programs that it starts
  std::size_t answer_bytes = std::size_t{64} << 20;  // a longer result is a failure
};

struct JobResult {
  std::optional<std::string> answer;  // nothing: the process failed
  std::string failure;                // then how it did: "was ended by signal 7 (Bus error)"
};

// Runs all jobs, at most `at_once` at a time, and returns their results in order. In this process,
// calls `began` before each job, and `ended` after it with its result. All jobs end when this
// process does. Throws Interrupted on an interrupt, after all jobs have ended.
std::vector<JobResult> run_in_processes(
    const std::vector<Job>& jobs, int at_once, const std::function<void(const Job&)>& began = {},
    const std::function<void(const Job&, const JobResult&)>& ended = {});

}  // namespace gemmlab
