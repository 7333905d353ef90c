// Work that is split over processes: the judge is made for one lab at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gemmlab {

struct Job {
  std::string title;                 // what is said while it runs
  std::function<std::string()> run;  // in a process of its own; what it returns comes back
};

// Runs all jobs, at most `at_once` at a time, and returns what each returned, in their order;
// nothing for one whose process ended otherwise. In this process `began` is called before each, and
// `ended` after it, with what it returned. All of them end when this process does. Throws
// Interrupted when one was asked for, once all have ended.
std::vector<std::optional<std::string>> run_in_processes(
    const std::vector<Job>& jobs,
    int at_once,
    const std::function<void(const Job&)>& began,
    const std::function<void(const Job&, const std::optional<std::string>&)>& ended = {});

}  // namespace gemmlab
