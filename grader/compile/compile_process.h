// Processes that compile: no shell, a clean environment, a folder for their files, and an end even
// if their input has none.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "grader/core/foreign_text.h"
#include "grader/process/child.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

// A folder for the files of one compile, gone at the end of its scope.
class ScratchFolder {
 public:
  // Made inside `parent`, which is made too. Throws std::system_error.
  explicit ScratchFolder(const std::filesystem::path& parent);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct ProcessLimits {
  std::chrono::seconds time{60};
  std::uint64_t memory_bytes = kCompilerLimits.address_space;  // of each process; 0: no limit
  std::uint64_t file_bytes = kCompilerLimits.file_bytes;       // of any file it writes
};

struct ProcessResult {
  bool timed_out = false;
  Ending ending;
  ForeignText output;  // the first 256 KiB of what it wrote to stdout and stderr

  bool succeeded() const { return !timed_out && ending.succeeded(); }
};

// How student code is held while it is compiled and run, and what a course allows it to use.
struct Enclosure {
  const Sandbox& sandbox;
  // What a lab file may use beyond what labs need: functions of the C library by name ("getenv"),
  // "*" for all.
  std::set<std::string> symbols;
  // The headers that it may name, beside the contract's and CUDA's runtime; empty: any.
  std::set<std::string> headers;
};

// Where a process is held, if it is: in a sandbox, with this to see.
struct Held {
  const Sandbox* sandbox = nullptr;
  Visible visible;
};

// A running process; it and its children are killed if nobody waits for it.
class Process {
 public:
  // Starts `argv` (the program by its path). `scratch` is a folder of its caller's: the output goes
  // to the file `name` there, temporary files too. A sandbox has limits of its own for all but
  // time. Throws std::system_error, InfrastructureError.
  Process(const std::vector<std::string>& argv,
          const std::filesystem::path& scratch,
          const std::string& name,
          ProcessLimits limits = {},
          const Held& held = {});

  ProcessResult wait();

 private:
  bool is_held_;
  std::filesystem::path output_;
  std::chrono::steady_clock::time_point deadline_;
  Child child_;
};

// What a short program of this machine's says; empty if it fails.
std::string output_of(const std::vector<std::string>& command);

// Before a class is graded: does the sandbox hold what it promises? Runs a program of ours in the
// sandbox that tries what student code must not do. Throws InfrastructureError, which names the
// layers that do not hold: those of sandbox.level().missing are not asked for.
void check_sandbox(const Sandbox& sandbox);

}  // namespace gemmlab
