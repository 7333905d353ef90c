// The three ways from a lab file to a module, and what they share. Internal to this room.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/compile/compile_process.h"
#include "grader/compile/compile_result.h"
#include "grader/compile/diagnostics.h"
#include "grader/compile/toolchain.h"

namespace gemmlab {

// One compile: what is compiled, where its files go, and what it has read so far.
struct CompileJob {
  std::filesystem::path source;   // as the student gave it
  std::filesystem::path scratch;  // for this compile alone
  Toolchain tools;
  std::vector<std::filesystem::path> read;
  const Enclosure* enclosure = nullptr;
  Held held{};  // by the enclosure, with what compilers must see

  // Starts one program of this compile. It is called `name`, as is the file in `scratch` that takes
  // its output.
  Process start(const Arguments& command, const std::string& name) const {
    return Process(command, scratch, name, {}, held);
  }
  // As compilers see it: never like an option. And as they tell of it.
  std::string argument() const;
  std::string told_name() const { return ForeignText(argument()).text(); }
  std::filesystem::path module() const { return scratch / "module.so"; }
  std::filesystem::path dependencies() const { return scratch / "dependencies"; }
  // Takes over the list of files read that -MD left in dependencies().
  void note_dependencies();
};

CompileResult compile_sim(CompileJob& job);
CompileResult compile_cpu(CompileJob& job);
CompileResult compile_cuda(CompileJob& job);

// Where the compiler reads files that are not the student's.
const std::vector<std::string>& foreign_paths();
bool is_students(const std::filesystem::path& file);

// The result of the job's file being refused.
template <typename Cause>
CompileResult refused(const CompileJob& job, Cause cause, std::optional<int> line = {}) {
  return refused(Refusal{ForeignText(job.source.string()), line, std::move(cause)});
}

// The result of a compiler that did not succeed: the student's errors, or what stopped it.
CompileResult failure(const CompileJob& job, const ProcessResult& process);

// What stopped a process that ended without naming an error.
ToolStopped::Why why_stopped(const ProcessResult& process);

// The warnings about the student's files.
std::vector<Diagnostic> warnings_in(const CompileJob& job, const ProcessResult& process);

// The file whose lines messages may quote: in a sandbox the lab file alone, else any.
std::string quotable(const CompileJob& job);

// Starts our translator on the student's code, in a process like a compiler's. With one argument, a
// file, it looks for what would forge line markers there; with three (preprocessed text, trusted
// headers, output) it translates, and looks for the same in all files that went into the text.
Process started_translator(const CompileJob& job, Arguments arguments, const std::string& name);
// The result of a file that the simulator does not take, by what the translator said; nothing if it
// does.
std::optional<CompileResult> untranslated(const CompileJob& job, const ProcessResult& translator);

// Our stub of CUDA's headers as clang has read it once, for the host's and the device's side:
// reading it takes clang most of the time that it needs for a lab file. Kept in
// paths().module_cache() and made where they are missing. One that could not be made is named all
// the same: clang then says that it cannot read it. Throws std::system_error.
std::array<std::filesystem::path, 2> precompiled_stubs(const Compiler& clang);

// Checks the student's own text by CUDA's rules, which g++ does not know; runs beside a compile.
class RulesCheck {
 public:
  // Notes the stub of CUDA's headers among the files that the job has read.
  explicit RulesCheck(CompileJob& job);
  // What it found, as a failed result; nothing if all rules are kept or nobody could check.
  std::optional<CompileResult> wait();

 private:
  ProcessResult result_of(std::size_t process);

  CompileJob job_;
  std::vector<Process> processes_;
};

// Whether the linked simulator module shows and wants only what it may.
std::optional<CompileResult> check_symbols(const CompileJob& job);

// Whether the file names only headers, and the object made of it only functions, that the enclosure
// allows. Without one all is allowed.
std::optional<CompileResult> check_headers(const CompileJob& job, const std::string& text);
std::optional<CompileResult> check_functions(const CompileJob& job,
                                             const std::filesystem::path& object);

}  // namespace gemmlab
