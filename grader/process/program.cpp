#include "grader/process/program.h"

#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <new>
#include <sstream>
#include <system_error>
#include <utility>

#include "grader/process/child.h"
#include "grader/process/descriptor.h"

namespace gemmlab {
namespace {

constexpr int kOutOfMemory = 98;  // exit code of a job at its limit

struct Running {
  std::size_t number;
  const Job* job;
  Child process;
  Descriptor output;  // delivers its answer
  std::string answer = {};
};

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

Running start(std::size_t number, const Job& job) {
  Pipe answer = make_pipe();
  Spawn spawn{.function = [&] { return work(job, answer.write.get()); }, .death_signal = SIGTERM};
  if (job.memory_bytes != 0) {
    spawn.limits.push_back({RLIMIT_DATA, job.memory_bytes, Limit::For::itself});
  }
  if (job.cpu_seconds != 0) {
    spawn.limits.push_back({RLIMIT_CPU, job.cpu_seconds, Limit::For::itself});
  }
  return {number, &job, Child(spawn), std::move(answer.read)};
}

JobResult result_of(Running& one) {
  if (one.answer.size() > one.job->answer_bytes) {
    one.process.end();
    return {std::nullopt,
            "gave a result larger than " + std::to_string(one.job->answer_bytes) + " bytes"};
  }
  const Ending ending = one.process.wait();
  if (ending.succeeded()) {
    return {std::move(one.answer), ""};
  }
  const std::string code = std::to_string(ending.code);
  return {std::nullopt, ending.signalled
                            ? "was ended by signal " + code + " (" + strsignal(ending.code) + ")"
                        : ending.code == kOutOfMemory ? "reached its memory limit"
                                                      : "ended with exit status " + code};
}

// Ends all running jobs cleanly, even on an exception.
struct Pool {
  std::vector<Running> running;
  ~Pool() {
    for (const Running& one : running) {
      one.process.signal(SIGTERM);
    }
    for (Running& one : running) {
      one.output = Descriptor();
      one.process.wait();
    }
  }
};

// Waits until some of them send output, and removes those that have ended.
std::vector<Running> take_ended(std::vector<Running>& running) {
  std::vector<Running> ended;
  std::vector<pollfd> waiting;
  for (const Running& one : running) {
    waiting.push_back({one.output.get(), POLLIN, 0});
  }
  poll(waiting.data(), waiting.size(), -1);
  throw_if_interrupted();
  for (std::size_t i = waiting.size(); i-- > 0;) {
    if (waiting[i].revents != 0 && (read_some(running[i].output.get(), running[i].answer) == 0 ||
                                    running[i].answer.size() > running[i].job->answer_bytes)) {
      ended.push_back(std::move(running[i]));
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return ended;
}

}  // namespace

namespace fs = std::filesystem;

std::optional<fs::path> if_executable(const fs::path& path) {
  std::error_code ignored;
  const bool runs = fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
  return runs ? std::optional<fs::path>(path) : std::nullopt;
}

std::optional<fs::path> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (const auto found = if_executable(fs::path(folder) / name);
        found && folder.starts_with('/')) {
      return found;
    }
  }
  return std::nullopt;
}

int run_program(const std::vector<std::string>& arguments,
                const std::function<void(const std::string& line)>& line) {
  Pipe output = make_pipe();
  Child program({.argv = arguments,
                 .descriptors = {STDIN_FILENO, output.write.get(), output.write.get()},
                 .death_signal = SIGTERM});
  output.write = Descriptor();
  std::string pending;
  while (read_some(output.read.get(), pending) > 0) {
    for (std::size_t end; (end = pending.find('\n')) != std::string::npos;) {
      line(pending.substr(0, end));
      pending.erase(0, end + 1);
    }
  }
  if (!pending.empty()) {
    line(pending);
  }
  return program.wait().as_shell();
}

std::vector<int> allowed_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<int> processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed)) {
      processors.push_back(cpu);
    }
  }
  return processors;
}

std::vector<JobResult> run_in_processes(
    const std::vector<Job>& jobs, int at_once, const std::function<void(const Job&)>& began,
    const std::function<void(const Job&, const JobResult&)>& ended) {
  std::vector<JobResult> results(jobs.size());
  Pool pool;
  for (std::size_t next = 0; next < jobs.size() || !pool.running.empty();) {
    throw_if_interrupted();
    if (next < jobs.size() && pool.running.size() < static_cast<std::size_t>(at_once)) {
      if (began) {
        began(jobs[next]);
      }
      pool.running.push_back(start(next, jobs[next]));
      ++next;
    } else {
      for (Running& one : take_ended(pool.running)) {
        results[one.number] = result_of(one);
        if (ended) {
          ended(*one.job, results[one.number]);
        }
      }
    }
  }
  return results;
}

}  // namespace gemmlab
