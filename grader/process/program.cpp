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

}  // namespace gemmlab
