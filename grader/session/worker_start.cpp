#include "grader/session/worker_start.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include "grader/protocol/messages.h"
#include "grader/sandbox/exec_arguments.h"

namespace gemmlab {
namespace {

constexpr int kFilter = kWorkerMatrices + 1;  // behind the worker's own; bubblewrap closes it

// What execve takes, made before fork; and who must be the parent still.
struct Exec {
  char* const* arguments;
  char* const* environment;
  int filter;  // -1 without a sandbox
  pid_t parent;
};

// Nothing of ours but where libraries lie and which GPUs are ours to use.
std::vector<std::string> worker_environment() {
  return environment_of({"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"},
                        {"CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"});
}

std::vector<std::string> command_of(const WorkerStart& start) {
  const std::vector<std::string> plain{start.worker.string(), start.module.string()};
  if (start.sandbox == nullptr) {
    return plain;
  }
  Visible visible;
  visible.readable = {start.worker, start.module};
  visible.gpu = start.gpu;
  return start.sandbox->command(plain, visible, start.limits, kFilter);
}

// Descriptors 0 to kWorkerMatrices.
void take_descriptors(const WorkerStart& start) {
  const int null = open("/dev/null", O_RDONLY);
  const int ours[] = {null, start.output, start.output, start.socket, start.matrices};
  int moved[5];
  for (int fd = 0; fd < 5; ++fd) {
    moved[fd] = fcntl(ours[fd], F_DUPFD, 10);  // out of the way of the numbers they will get
  }
  for (int fd = 0; fd < 5; ++fd) {
    dup2(moved[fd], fd);
  }
}

// In the child, between fork and exec: only calls that are safe there.
[[noreturn]] void become_worker(const WorkerStart& start, const Exec& exec) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  take_descriptors(start);
  signal(SIGINT, SIG_IGN);  // Ctrl-C is the judge's to act on
  if (start.sandbox != nullptr) {
    start.sandbox->pass_filter(exec.filter, kFilter);
    if (!start.sandbox->enter(start.limits)) {
      _exit(127);
    }
  } else {
    close_range(kFilter, ~0u, 0);
  }
  if (getppid() != exec.parent) {
    _exit(127);  // we were orphaned before we asked to die with our parent
  }
  execve(exec.arguments[0], exec.arguments, exec.environment);
  _exit(127);
}

}  // namespace

pid_t start_worker(const WorkerStart& start) {
  std::vector<std::string> command = command_of(start), variables = worker_environment();
  const std::vector<char*> arguments = exec_pointers(command),
                           environment = exec_pointers(variables);
  const Exec exec{arguments.data(), environment.data(),
                  start.sandbox != nullptr ? start.sandbox->filter_file(start.limits) : -1,
                  getpid()};
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t worker = fork();
  if (worker < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot start a worker process");
  }
  if (worker == 0) {
    become_worker(start, exec);
  }
  if (exec.filter >= 0) {
    close(exec.filter);
  }
  setpgid(worker, worker);  // as the child does: whoever comes first
  return worker;
}

}  // namespace gemmlab
