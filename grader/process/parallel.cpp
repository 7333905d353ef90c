#include "grader/process/parallel.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "grader/process/interrupt.h"

namespace gemmlab {
namespace {

struct Running {
  std::size_t job;
  pid_t process;
  int output;  // where its answer comes from
  std::string answer;
};

[[noreturn]] void work(const Job& job, int output) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int code = 0;
  try {
    const std::string answer = job.run();
    for (std::size_t at = 0; at < answer.size();) {
      const ssize_t written = write(output, answer.data() + at, answer.size() - at);
      if (written <= 0) {
        code = 1;
        break;
      }
      at += static_cast<std::size_t>(written);
    }
  } catch (...) {
    code = 1;
  }
  _exit(code);
}

Running start(std::size_t number, const Job& job) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  const pid_t process = fork();
  if (process == 0) {
    work(job, ends[1]);
  }
  const int error = errno;
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    throw std::system_error(error, std::generic_category(), "fork");
  }
  return {number, process, ends[0], ""};
}

// Whether it ended in order.
bool reap(const Running& running) {
  int status = 0;
  close(running.output);
  while (waitpid(running.process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Ends whatever still runs, also when somebody throws.
struct Pool {
  std::vector<Running> running;
  ~Pool() {
    for (const Running& one : running) {
      kill(one.process, SIGTERM);
    }
    for (const Running& one : running) {
      reap(one);
    }
  }
};

// Waits until a process says something; true if there is more to come from it.
bool read_some(Running& running) {
  char buffer[4096];
  const ssize_t got = read(running.output, buffer, sizeof buffer);
  if (got > 0) {
    running.answer.append(buffer, static_cast<std::size_t>(got));
  }
  return got > 0 || (got < 0 && errno == EINTR);
}

// The jobs that have ended.
std::vector<std::size_t> wait_for_any(Pool& pool,
                                      std::vector<std::optional<std::string>>& answers) {
  std::vector<std::size_t> all_ended;
  std::vector<pollfd> waiting;
  for (const Running& one : pool.running) {
    waiting.push_back({one.output, POLLIN, 0});
  }
  poll(waiting.data(), waiting.size(), -1);
  throw_if_interrupted();
  for (std::size_t i = waiting.size(); i-- > 0;) {
    if (waiting[i].revents != 0 && !read_some(pool.running[i])) {
      const Running ended = std::move(pool.running[i]);
      pool.running.erase(pool.running.begin() + static_cast<std::ptrdiff_t>(i));
      if (reap(ended)) {
        answers[ended.job] = ended.answer;
      }
      all_ended.push_back(ended.job);
    }
  }
  return all_ended;
}

}  // namespace

std::vector<std::optional<std::string>> run_in_processes(
    const std::vector<Job>& jobs,
    int at_once,
    const std::function<void(const Job&)>& began,
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
      for (const std::size_t job : wait_for_any(pool, answers)) {
        if (ended) {
          ended(jobs[job], answers[job]);
        }
      }
    }
  }
  return answers;
}

}  // namespace gemmlab
