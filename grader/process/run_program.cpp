#include "grader/process/run_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace gemmlab {
namespace {

constexpr int kNotStarted = 127;  // as a shell has it

[[noreturn]] void become(const std::vector<char*>& arguments, int output) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execvp(arguments[0], arguments.data());
  _exit(kNotStarted);
}

void read_lines(int input, const std::function<void(const std::string&)>& line) {
  std::string pending;
  char buffer[4096];
  for (;;) {
    const ssize_t got = read(input, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      break;
    }
    pending.append(buffer, static_cast<std::size_t>(got));
    for (std::size_t end; (end = pending.find('\n')) != std::string::npos;) {
      line(pending.substr(0, end));
      pending.erase(0, end + 1);
    }
  }
  if (!pending.empty()) {
    line(pending);
  }
}

}  // namespace

int run_process(const std::vector<std::string>& arguments,
                const std::function<void(const std::string& line)>& line) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  const pid_t child = fork();
  if (child == 0) {
    become(pointers, ends[1]);
  }
  close(ends[1]);
  if (child > 0) {
    read_lines(ends[0], line);
  }
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    return kNotStarted;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace gemmlab
