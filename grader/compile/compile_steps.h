// The three ways from a lab file to a module, and their shared code. Internal to this room.
#pragma once

#include "common/simt/translate/alike.h"
#include "grader/compile/compile_process.h"
#include "grader/compile/known_files.h"
#include "grader/compile/toolchain.h"
#include "grader/core/read_file.h"

namespace gemmlab {

// Whether a file lies below one of these paths, or is not a file at all ("<built-in>").
bool is_foreign(const std::string& file, const std::vector<std::string>& foreign);

// Diagnostics of g++, clang and nvcc, in their order. A diagnostic in a foreign header moves to the
// student's line that included it, if the compiler names that line.
//   foreign: prefixes of the paths that are not the student's
std::vector<Diagnostic> parse_diagnostics(const ForeignText& output,
                                          const std::vector<std::string>& foreign);

// The first `limit` diagnostics of that severity, each with its notes and all with their source
// lines, and at most 16 KiB of text; only those about known files. All others are text of the
// message before them, which is left out: "text:1: error: more text".
std::vector<Diagnostic> first_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                          Severity severity, int limit, const KnownFiles& known);

// The line of the first error in the lab file.
std::optional<int> first_error_line(const std::vector<Diagnostic>& diagnostics,
                                    const KnownFiles& known);

// Why there is no module; nothing as long as a step succeeds.
using Failure = std::optional<CompileResult>;

// One compile: its source, the place for its files, and what it has read so far.
struct CompileJob {
  fs::path source;   // as the student gave it
  fs::path scratch;  // only for this compile
  Toolchain tools;
  Purpose purpose = Purpose::judging;
  std::vector<fs::path> read;
  const Enclosure* enclosure = nullptr;
  Held held{};                                      // the enclosure, with what compilers must see
  std::chrono::steady_clock::time_point deadline =  // of all its processes
      std::chrono::steady_clock::now() + ProcessLimits().time;

  // Starts one program of this compile, named `name`. The file of that name in `scratch` receives
  // its output.
  Process start(const Arguments& command, const std::string& name) const {
    const auto left = deadline - std::chrono::steady_clock::now();
    return Process(command, scratch, name, {.time = std::chrono::ceil<std::chrono::seconds>(left)},
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

CompileResult compile_sim(CompileJob& job);
CompileResult compile_cpu(CompileJob& job);
CompileResult compile_cuda(CompileJob& job);

// The paths where the compiler reads files that are not the student's.
const std::vector<std::string>& foreign_paths();
bool is_students(const fs::path& file);

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

// Starts our translator on the student's code, in a process like a compiler's. Its arguments begin
// with the task: see translate_main.cpp.
Process started_translator(const CompileJob& job, Arguments arguments, const std::string& name);
// The result if the simulator does not accept the file, from the translator's output; nothing if it
// does.
Failure untranslated(const CompileJob& job, const ProcessResult& translator);

// The simulator's replacement for CUDA's first header, precompiled by a compiler with some flags.
struct PrecompiledHeader {
  static constexpr const char* kOutput = "cuda.h.gch";
  static constexpr const char* kNames = "names";  // what the compiler defines, as -dM prints it

  fs::path folder;              // what a sandbox must show
  std::vector<fs::path> files;  // that it was made from, and itself

  fs::path for_gnu() const { return folder / "cuda.h"; }   // to be included first
  fs::path for_clang() const { return folder / kOutput; }  // likewise, by -include-pch
};
// Kept in paths().module_cache(); created if it is missing or a file has changed. Nothing if it
// cannot be created: the header can always be read as text.
std::optional<PrecompiledHeader> precompiled_header(const Compiler& compiler,
                                                    const Arguments& flags);

// All that compiling for the simulator needs.
std::vector<PrecompiledHeader> precompile_headers(const Toolchain& tools);

// Checks the student's own text against CUDA's rules, which g++ does not know; runs in parallel
// with a compile.
class RulesCheck {
 public:
  // Adds the stub of CUDA's headers to the files that the job has read.
  explicit RulesCheck(CompileJob& job);
  // The result of a failed check; nothing if all rules are met or no tool could check.
  Failure wait();

 private:
  CompileJob job_;
  std::vector<Process> processes_;
};

// Macros that the simulator's compiler and the one that checks CUDA's rules define differently,
// other than those that nvcc sets, as kept with the precompiled headers; nothing if unknown.
std::optional<simt::Names> differing_names(const Toolchain& tools);

// Checks that all compilers of one judging keep the same lines of the student's files, and that
// these hold no name that differs between them; runs in parallel with a compile. Costs nothing for
// a file without conditions and such names.
class AlikeCheck {
 public:
  AlikeCheck(const CompileJob& job, bool has_exceptions);
  // The result if something differs.
  Failure wait();

 private:
  CompileJob job_;
  std::vector<Process> processes_;  // none: nothing can differ
};

// Checks that the linked simulator module exports and imports only what it may.
Failure check_symbols(const CompileJob& job);

// What the line includes: a header's name, or whatever other text is there; empty if it is not an
// #include.
std::string included_by(std::string_view line);

// Checks that the file includes only headers, and its object file uses only functions, that the
// enclosure allows. Without an enclosure everything is allowed.
Failure check_headers(const CompileJob& job, const std::string& text);
Failure check_functions(const CompileJob& job, const fs::path& object);

// Caches compile results by the content of all their inputs: a folder with two files per result:
// the module, and an entry that lists the files the compiler read. The key of an entry is what is
// known before compiling (source, flags, compiler). The entry is valid as long as every listed file
// has the same content. Files appear only by rename, so any number of processes may share the
// folder.
//
// The result under `key`, unless one of its input files has changed or disappeared.
std::optional<CompileResult> find_module(const fs::path& folder, const std::string& key);
// Stores `result` and returns it with the module's final path. `read`: the files that the compiler
// read. `scratch`: the caller's folder, inside this one, that now contains the module. Throws
// std::system_error.
CompileResult store_module(const fs::path& folder, const std::string& key,
                           const std::vector<fs::path>& read, CompileResult result,
                           const fs::path& scratch);

}  // namespace gemmlab
