#include "grader/process/job_pool.h"

#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <new>
#include <utility>

#include "grader/process/child.h"
#include "grader/process/descriptor.h"

namespace gemmlab {
namespace {

constexpr int kOutOfMemory = 98;  // exit code of a job at its limit

int work(const Job& job, int output) {
  std::string answer;
  try {
    answer = job.run();
  } catch (const std::bad_alloc&) {
    return kOutOfMemory;
  }
  for (std::size_t at = 0; at < answer.size();) {
    const ssize_t written = write(output, answer.data() + at, answer.size() - at);
    if (written <= 0) {
      return EXIT_FAILURE;
    }
    at += static_cast<std::size_t>(written);
  }
  return EXIT_SUCCESS;
}

Child started(const Job& job, int output) {
  Spawn spawn{.function = [&] { return work(job, output); }, .death_signal = SIGTERM};
  if (job.memory_bytes != 0) {
    spawn.limits.push_back({RLIMIT_DATA, job.memory_bytes, Limit::For::itself});
  }
  if (job.cpu_seconds != 0) {
    spawn.limits.push_back({RLIMIT_CPU, job.cpu_seconds, Limit::For::itself});
  }
  return Child(spawn);
}

}  // namespace

struct JobPool::Running {
  std::size_t answer_bytes;
  Child process;
  Descriptor output;  // delivers its answer
  std::function<void(const JobResult&)> ended;
  std::string answer = {};

  bool is_too_long() const { return answer.size() > answer_bytes; }

  JobResult result() {
    if (is_too_long()) {
      process.end();
      return {std::nullopt, "gave a result larger than " + std::to_string(answer_bytes) + " bytes"};
    }
    const Ending ending = process.wait();
    if (ending.succeeded()) {
      return {std::move(answer), ""};
    }
    const std::string code = std::to_string(ending.code);
    return {std::nullopt, ending.signalled
                              ? "was ended by signal " + code + " (" + strsignal(ending.code) + ")"
                          : ending.code == kOutOfMemory ? "reached its memory limit"
                                                        : "ended with exit status " + code};
  }
};

JobPool::JobPool() = default;

// Ends all running jobs cleanly, even on an exception.
JobPool::~JobPool() {
  for (const auto& one : running_) {
    one->process.signal(SIGTERM);
  }
  for (const auto& one : running_) {
    one->output = Descriptor();
    one->process.wait();
  }
}

void JobPool::start(const Job& job, std::function<void(const JobResult&)> ended) {
  Pipe answer = make_pipe();
  Running one{job.answer_bytes, started(job, answer.write.get()), std::move(answer.read),
              std::move(ended)};
  running_.push_back(std::make_unique<Running>(std::move(one)));
}

std::size_t JobPool::size() const {
  return running_.size();
}

bool JobPool::wait(int input) {
  std::vector<pollfd> waiting;
  for (const auto& one : running_) {
    waiting.push_back({one->output.get(), POLLIN, 0});
  }
  waiting.push_back({input, POLLIN, 0});  // one that is negative is ignored
  poll(waiting.data(), waiting.size(), -1);
  throw_if_interrupted();
  std::vector<std::unique_ptr<Running>> ended;
  for (std::size_t i = running_.size(); i-- > 0;) {
    Running& one = *running_[i];
    if (waiting[i].revents != 0 &&
        (read_some(one.output.get(), one.answer) == 0 || one.is_too_long())) {
      ended.push_back(std::move(running_[i]));
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  for (const auto& one : ended) {
    one->ended(one->result());
  }
  return waiting.back().revents != 0;
}

}  // namespace gemmlab
