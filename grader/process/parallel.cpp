#include "grader/process/parallel.h"

#include <poll.h>

#include <cstdlib>

#include "grader/process/child.h"
#include "grader/process/interrupt.h"

namespace gemmlab {
namespace {

struct Running {
  std::size_t job;
  Child process;
  Descriptor output;  // delivers its answer
  std::string answer = {};
};

int work(const Job& job, int output) {
  const std::string answer = job.run();
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
  Child process(
      {.function = [&] { return work(job, answer.write.get()); }, .death_signal = SIGTERM});
  return {number, std::move(process), std::move(answer.read)};
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
    if (waiting[i].revents != 0 && read_some(running[i].output.get(), running[i].answer) == 0) {
      ended.push_back(std::move(running[i]));
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return ended;
}

}  // namespace

std::vector<std::optional<std::string>> run_in_processes(
    const std::vector<Job>& jobs, int at_once, const std::function<void(const Job&)>& began,
    const std::function<void(const Job&, const std::optional<std::string>&)>& ended) {
  std::vector<std::optional<std::string>> answers(jobs.size());
  Pool pool;
  for (std::size_t next = 0; next < jobs.size() || !pool.running.empty();) {
    throw_if_interrupted();
    if (next < jobs.size() && pool.running.size() < static_cast<std::size_t>(at_once)) {
      began(jobs[next]);
      pool.running.push_back(start(next, jobs[next]));
      ++next;
    } else {
      for (Running& one : take_ended(pool.running)) {
        if (one.process.wait().succeeded()) {
          answers[one.job] = std::move(one.answer);
        }
        if (ended) {
          ended(jobs[one.job], answers[one.job]);
        }
      }
    }
  }
  return answers;
}

}  // namespace gemmlab
