// Splits work over processes, because the judge handles one lab at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gemmlab {

struct Job {
  std::string title;                 // shown while it runs
  std::function<std::string()> run;  // in a separate process; returns its result to us
};

// Runs all jobs, at most `at_once` at a time, and returns their results in order; nothing for a job
// whose process failed. In this process, calls `began` before each job, and `ended` after it with
// its result. All jobs end when this process does. Throws Interrupted on an interrupt, after all
// jobs have ended.
std::vector<std::optional<std::string>> run_in_processes(
    const std::vector<Job>& jobs, int at_once, const std::function<void(const Job&)>& began,
    const std::function<void(const Job&, const std::optional<std::string>&)>& ended = {});

}  // namespace gemmlab
