// Programs of this machine, and our own jobs, that run in processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/process/interrupt.h"  // what jobs throw

namespace gemmlab {

// The path itself, if it is an executable file.
std::optional<std::filesystem::path> if_executable(const std::filesystem::path& path);

// The first program with that name in the absolute folders of PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

// Runs arguments[0], found on PATH, and calls `line` with each line of its output and errors as it
// arrives. Returns its exit code, 128 + the signal that ended it, or 127 if it could not be
// started. It ends when this process does.
int run_program(const std::vector<std::string>& arguments,
                const std::function<void(const std::string& line)>& line);

// The processors that this process may use, in order; none if that is unknown.
std::vector<int> allowed_processors();

struct Job {
  std::string title;                 // shown while it runs
  std::function<std::string()> run;  // in a separate process; returns its result to us
  // What its process may have, without programs that it starts; 0: no limit.
  std::uint64_t memory_bytes = 0, cpu_seconds = 0;
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
