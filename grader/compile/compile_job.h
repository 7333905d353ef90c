// One compile of a lab file: its source, its place, and what its failures mean. Internal to this
// room.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/compile/compile_result.h"
#include "grader/compile/known_files.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/machine/tool_process.h"
#include "grader/machine/toolchain.h"
#include "grader/sandbox/enclosure.h"

namespace gemmlab {

// Why there is no module; nothing as long as a step succeeds.
using EarlyResult = std::optional<CompileResult>;

// One compile: its source, the place for its files, and what it has read so far.
struct CompileJob {
  fs::path source;   // as the student gave it
  fs::path scratch;  // only for this compile
  Toolchain tools;
  Purpose purpose = Purpose::judging;
  std::vector<fs::path> read = {};
  const Enclosure* enclosure = nullptr;
  Held held{};                                      // the enclosure, with what compilers must see
  std::chrono::steady_clock::time_point deadline =  // of all its processes
      std::chrono::steady_clock::now() + ProcessLimits().time;

  // Starts one program of this compile, named `name`. The file of that name in `scratch` receives
  // its output.
  Process start(const Arguments& command, const std::string& name) const {
    const auto left = deadline - std::chrono::steady_clock::now();
    const bool is_tried = purpose == Purpose::trying_changes;
    return Process(command, scratch, name,
                   {.time = std::chrono::ceil<std::chrono::seconds>(left),
                    .processor_time = is_tried ? kTimeToTry : std::chrono::seconds(0)},
                   held);
  }
  // The source as compilers see it, never like an option; and as they report it.
  std::string argument() const;
  fs::path module() const { return scratch / "module.so"; }
  fs::path dependencies() const { return scratch / "dependencies"; }
  // Takes over the list of files that -MD wrote to dependencies(). In a sandbox, one that is not
  // below what is mounted there stands for a file that is gone: it is never opened.
  void note_dependencies();
};

// The lab file, and the student's headers that are known to be read: inside a sandbox by their
// names alone.
KnownFiles known_files(const CompileJob& job);

// The result if the job's file is refused.
template <typename Cause>
CompileResult refused(const CompileJob& job, Cause cause, std::optional<int> line = {}) {
  return refused(Refusal{ForeignText(job.source.string()), line, std::move(cause)});
}

// The result if a compiler failed: the student's errors, what stopped it, or else this machine: but
// compile() checks that.
CompileResult failure(const CompileJob& job, const ProcessResult& process);

// What stopped a process that reported no error.
ToolStopped::Why why_stopped(const ProcessResult& process);

// The warnings about the student's files.
std::vector<Diagnostic> warnings_in(const CompileJob& job, const ProcessResult& process);

}  // namespace gemmlab
