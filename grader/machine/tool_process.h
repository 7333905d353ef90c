// Processes of tools, such as compilers: no shell, a clean environment, a folder for their files,
// and a time limit even if their input never ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/process/child.h"
#include "grader/sandbox/layers.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

struct ProcessLimits {
  std::chrono::seconds time{60};
  std::chrono::seconds processor_time{0};                      // of each process; 0: no limit
  std::uint64_t memory_bytes = kCompilerLimits.address_space;  // per process; 0: no limit
  std::uint64_t file_bytes = kCompilerLimits.file_bytes;       // of each file it writes
};

// What is kept of a tool's output; the rest is dropped.
inline constexpr std::size_t kMostToolOutput = 256 << 10;

struct ProcessResult {
  bool timed_out = false;
  Ending ending;
  ForeignText output;  // the first kMostToolOutput bytes of what it wrote to stdout and stderr

  bool succeeded() const { return !timed_out && ending.succeeded(); }
};

// The isolation of a process, if any: a sandbox and what is visible in it.
struct Held {
  const Sandbox* sandbox = nullptr;
  Visible visible;
};

// A running process. If nobody waits for it, it and its children are killed.
class Process {
 public:
  // Starts `argv` (the program by its path). `scratch` is a folder of the caller: the file `name`
  // there receives the output, and temporary files go there too. In a sandbox, the sandbox's own
  // limits replace all but the time limit. Throws std::system_error, InfrastructureError.
  Process(const std::vector<std::string>& argv, const fs::path& scratch, const std::string& name,
          ProcessLimits limits = {}, const Held& held = {});

  ProcessResult wait();

 private:
  bool is_held_;
  fs::path output_;
  std::chrono::steady_clock::time_point deadline_;
  Child child_;
};

// The output of a short program on this machine; empty if it fails.
std::string output_of(const std::vector<std::string>& command);

inline constexpr const char* kNoPython =
    "cannot find python3, which this needs: install it, for example by apt-get install python3.";

// The lines that one of our Python programs prints. Throws std::invalid_argument with them if it
// ends with 2, because of what it was given; with any other code but 0, InfrastructureError.
std::vector<std::string> said_by_python(std::vector<std::string> program_and_arguments);

}  // namespace gemmlab
