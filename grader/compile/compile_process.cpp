#include "grader/compile/compile_process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <system_error>
#include <thread>

#include "grader/core/infrastructure_error.h"
#include "grader/process/interrupt.h"
#include "grader/sandbox/exec_arguments.h"

namespace gemmlab {
namespace {

constexpr std::size_t kOutputBytes = 256 * 1024;
constexpr int kFilter = 3;  // where a sandbox finds its filter of system calls

// What compilers need, and nothing else that changes what they do (CPATH, GCC_EXEC_PREFIX,
// NVCC_APPEND_FLAGS, LD_PRELOAD and many more).
std::vector<std::string> clean_environment(const std::filesystem::path& scratch,
                                           const Sandbox* sandbox) {
  std::vector<const char*> kept{"CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH",
                                "NVCC_CCBIN", "PATH"};
  if (sandbox != nullptr) {
    const std::string temporary = sandbox->has_namespaces() ? "/tmp" : scratch.string();
    return environment_of({"LC_ALL=C", "HOME=/nowhere", "TMPDIR=" + temporary}, kept);
  }
  kept.push_back("HOME");
  return environment_of({"LC_ALL=C", "TMPDIR=" + scratch.string()}, kept);
}

void limit(int resource, std::uint64_t value) {
  const rlimit both{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
  setrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &both);
}

// In the child, where only async-signal-safe functions may be called.
[[noreturn]] void become(char* const* argv,
                         char* const* environment,
                         int output,
                         int filter,
                         ProcessLimits limits,
                         const Sandbox* sandbox) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  if (sandbox != nullptr) {
    sandbox->pass_filter(filter, kFilter);
    if (!sandbox->enter(kCompilerLimits)) {
      _exit(127);
    }
  } else {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, limits.file_bytes);
    if (limits.memory_bytes != 0) {
      limit(RLIMIT_AS, limits.memory_bytes);
    }
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(argv[0], argv, environment);
  _exit(127);
}

std::string beginning_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text(kOutputBytes, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

}  // namespace

Process::Process(const std::vector<std::string>& argv,
                 const std::filesystem::path& scratch,
                 const std::string& name,
                 ProcessLimits limits,
                 const Held& held)
    : is_held_(held.sandbox != nullptr),
      output_(scratch / name),
      deadline_(std::chrono::steady_clock::now() + limits.time) {
  const Sandbox* const sandbox = held.sandbox;
  std::vector<std::string> command =
      sandbox != nullptr ? sandbox->command(argv, held.visible, kCompilerLimits, kFilter) : argv;
  std::vector<std::string> environment = clean_environment(scratch, sandbox);
  const std::vector<char*> arguments = exec_pointers(command),
                           variables = exec_pointers(environment);
  const int output = open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (output < 0) {
    throw std::system_error(errno, std::generic_category(), output_.string());
  }
  const int filter = sandbox != nullptr ? sandbox->filter_file(kCompilerLimits) : -1;
  pid_ = fork();
  if (pid_ == 0) {
    become(arguments.data(), variables.data(), output, filter, limits, sandbox);
  }
  const int error = errno;
  close(output);
  if (filter >= 0) {
    close(filter);
  }
  if (pid_ < 0) {
    throw std::system_error(error, std::generic_category(), "fork");
  }
  setpgid(pid_, pid_);  // whoever comes first: the group must exist before it may be killed
}

Process::~Process() {
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    int status = 0;
    waitpid(pid_, &status, 0);
  }
}

bool Process::reap(int& status) {
  return waitpid(pid_, &status, WNOHANG) == pid_;
}

ProcessResult Process::wait() {
  ProcessResult result;
  int status = 0;
  while (!reap(status)) {
    throw_if_interrupted();
    if (std::chrono::steady_clock::now() >= deadline_) {
      result.timed_out = true;
      kill(-pid_, SIGKILL);
      waitpid(pid_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  kill(-pid_, SIGKILL);  // a child that the compiler left behind
  pid_ = -1;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.output = beginning_of(output_);
  if (is_held_ && !result.succeeded() && result.output.starts_with("bwrap: ")) {
    throw InfrastructureError("the sandbox could not start a compiler: " + result.output);
  }
  return result;
}

}  // namespace gemmlab
