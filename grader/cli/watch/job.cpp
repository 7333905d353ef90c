#include "grader/cli/watch/job.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>
#include <thread>

#include "grader/cli/context.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::chrono::seconds kToEndInOrder{2};

struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw std::system_error(errno, std::generic_category(), "pipe");
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }
  int ends[2] = {-1, -1};
};

void write_line(int descriptor, const std::string& text) {
  const std::string line = text + '\n';
  const ssize_t written = write(descriptor, line.data(), line.size());
  static_cast<void>(written);  // whoever no longer reads needs no news
}

// In a group of its own: Ctrl-C is for whoever watches, who then ends this process in order.
[[noreturn]] void become(const GradingJob::Work& work, int text, int activity) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(text, STDOUT_FILENO);
  dup2(text, STDERR_FILENO);
  int code = kInterrupted;
  try {
    code = work([activity](const std::string& what) { write_line(activity, what); });
  } catch (const Interrupted&) {
  } catch (const std::exception& error) {
    std::cout << "gemmlab: " << error.what() << '\n';
    code = kInfrastructure;
  }
  std::cout << std::flush;
  std::fflush(stdout);
  _exit(code);
}

// Appends what can be read at once.
void read_all(int descriptor, std::string& text) {
  char buffer[4096];
  for (;;) {
    const ssize_t got = read(descriptor, buffer, sizeof buffer);
    if (got > 0) {
      text.append(buffer, static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return;
    }
  }
}

}  // namespace

GradingJob::GradingJob(const Work& work) {
  std::cout << std::flush;
  std::cerr << std::flush;
  const Pipe text, activity;
  pid_ = fork();
  if (pid_ == 0) {
    become(work, text.ends[1], activity.ends[1]);
  }
  const int error = errno;
  close(text.ends[1]);
  close(activity.ends[1]);
  text_pipe_ = text.ends[0];
  activity_pipe_ = activity.ends[0];
  if (pid_ < 0) {
    close(text_pipe_);
    close(activity_pipe_);
    throw std::system_error(error, std::generic_category(), "fork");
  }
}

GradingJob::~GradingJob() {
  cancel();
  close(text_pipe_);
  close(activity_pipe_);
}

std::optional<int> GradingJob::take_in() {
  read_all(activity_pipe_, unfinished_);
  if (const auto end = unfinished_.rfind('\n'); end != std::string::npos) {
    activity_ = split_lines(unfinished_.substr(0, end + 1)).back();
    unfinished_.erase(0, end + 1);
  }
  // Its end is what counts, not that of its output: a process that it left behind may hold that.
  int status = 0;
  const bool has_ended = waitpid(pid_, &status, WNOHANG) == pid_;
  read_all(text_pipe_, output_);
  if (!has_ended) {
    return std::nullopt;
  }
  pid_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

double GradingJob::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void GradingJob::cancel() {
  if (pid_ < 0) {
    return;
  }
  kill(pid_, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + kToEndInOrder;
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      kill(pid_, SIGKILL);
      waitpid(pid_, &status, 0);
      break;
    }
    std::string ignored;  // a full pipe would keep it from ending
    read_all(text_pipe_, ignored);
    read_all(activity_pipe_, ignored);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  pid_ = -1;
}

}  // namespace gemmlab
