#include "grader/machine/tool_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "grader/core/infrastructure_error.h"
#include "grader/machine/scratch_folder.h"
#include "grader/process/descriptor.h"
#include "grader/process/program.h"

namespace gemmlab {

// Only the variables that compilers need, and none that change their behaviour (CPATH,
// GCC_EXEC_PREFIX, NVCC_APPEND_FLAGS, LD_PRELOAD and many more).
static std::vector<std::string> clean_environment(const fs::path& scratch, const Sandbox* sandbox) {
  std::vector<const char*> kept{"CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH",
                                "NVCC_CCBIN", "PATH"};
  if (sandbox != nullptr) {
    const std::string temporary = sandbox->has_namespaces() ? "/tmp" : scratch.string();
    return environment_of({"LC_ALL=C", "HOME=/nowhere", "TMPDIR=" + temporary}, kept);
  }
  kept.push_back("HOME");
  const bool has_blank = scratch.string().find(' ') != std::string::npos;  // nvcc loses its files
  return environment_of({"LC_ALL=C", "TMPDIR=" + (has_blank ? "/tmp" : scratch.string())}, kept);
}

Process::Process(const std::vector<std::string>& argv, const fs::path& scratch,
                 const std::string& name, ProcessLimits limits, const Held& held)
    : is_held_(held.sandbox != nullptr),
      output_(scratch / name),
      deadline_(std::chrono::steady_clock::now() + limits.time) {
  const Descriptor output(open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!output.is_open()) {
    throw std::system_error(errno, std::generic_category(), output_.string());
  }
  Spawn spawn{.argv = argv,
              .environment = clean_environment(scratch, held.sandbox),
              .descriptors = {kNothing, output.get(), output.get()},
              .leads_group = true,
              .limits = {{RLIMIT_CORE, 0}, {RLIMIT_FSIZE, limits.file_bytes}}};
  if (limits.processor_time.count() != 0) {
    spawn.limits.push_back({RLIMIT_CPU, std::uint64_t(limits.processor_time.count())});
  }
  if (limits.memory_bytes != 0) {
    spawn.limits.push_back({RLIMIT_AS, limits.memory_bytes});
  }
  if (is_held_) {
    held.sandbox->hold(spawn, held.visible, kCompilerLimits);
  }
  child_ = Child(spawn);
}

ProcessResult Process::wait() {
  ProcessResult result;
  result.timed_out = !child_.wait_until(deadline_);
  result.ending = child_.end();
  std::string beginning(kMostToolOutput, '\0');
  std::ifstream in(output_, std::ios::binary);
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(in.gcount()));
  result.output = ForeignText(beginning, {.bytes = kMostToolOutput});
  const std::string& said = result.output.text();
  if (is_held_ && !result.succeeded() && said.starts_with("bwrap: ")) {
    throw InfrastructureError("the sandbox could not start a compiler: " + said);
  }
  return result;
}

std::string output_of(const std::vector<std::string>& command) {
  const ScratchFolder scratch(fs::temp_directory_path());
  ProcessLimits limits;
  limits.time = std::chrono::seconds(20);
  limits.memory_bytes = 0;  // a driver reserves more address space than any of our limits
  const ProcessResult result = Process(command, scratch.path(), "output", limits).wait();
  return result.succeeded() ? result.output.text() : "";
}

std::vector<std::string> said_by_python(std::vector<std::string> program_and_arguments) {
  program_and_arguments.insert(program_and_arguments.begin(), "python3");
  std::vector<std::string> lines;
  const int code =
      run_program(program_and_arguments, [&](const std::string& line) { lines.push_back(line); });
  const std::string said = fmt::format("{}", fmt::join(lines, "\n"));
  if (code == 2) {
    throw std::invalid_argument(said);
  }
  return code == 0 ? lines : throw InfrastructureError(code == kCannotRun ? kNoPython : said);
}

}  // namespace gemmlab
