// Our own jobs, each in a process of its own: what ends that process ends only its job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grader/process/interrupt.h"  // what waiting for jobs throws

namespace gemmlab {

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

// Jobs that run at the same time. All end when this process does, and with the pool.
class JobPool {
 public:
  JobPool();
  ~JobPool();
  JobPool(const JobPool&) = delete;
  JobPool& operator=(const JobPool&) = delete;

  // Starts it. wait() calls `ended` with its result.
  void start(const Job& job, std::function<void(const JobResult&)> ended);
  std::size_t size() const;  // of the jobs that run

  // Waits until jobs have ended, or until `input` can be read without waiting: then returns true.
  // -1: there is no input. Throws Interrupted on an interrupt.
  bool wait(int input = -1);

 private:
  struct Running;
  std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace gemmlab
