// The three ways from a lab file to a module, and what they share. Internal to compile.cpp.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/simt/translate/translate.h"
#include "grader/compile/compile.h"
#include "grader/compile/compile_messages.h"
#include "grader/compile/compile_process.h"
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
  // As compilers see it: never like an option.
  std::string argument() const;
  std::filesystem::path module() const { return scratch / "module.so"; }
  std::filesystem::path dependencies() const { return scratch / "dependencies"; }
  // Takes over the list of files read that -MD left in dependencies().
  void note_dependencies();
};

// What the job's compilers see in the enclosure's sandbox.
Visible visible_to(const CompileJob& job);

CompileResult compile_sim(CompileJob& job);
CompileResult compile_cpu(CompileJob& job);
CompileResult compile_cuda(CompileJob& job);

// Where the compiler reads files that are not the student's.
const std::vector<std::string>& foreign_paths();
bool is_students(const std::filesystem::path& file);
// Whether a file is one of the programs that we time beside the student's.
bool is_ours(const std::filesystem::path& file);

// The result of a compiler that did not succeed: the student's errors, or what stopped it.
CompileResult failure(const CompileJob& job, const ProcessResult& process);

// The warnings about the student's files.
std::string warnings_in(const CompileJob& job, const ProcessResult& process);

// The file whose lines messages may quote: in a sandbox the lab file alone, else any.
std::string quotable(const CompileJob& job);

// The result of a file that the simulator does not take.
CompileResult told(const simt::TranslateError& error);

std::string content_of(const std::filesystem::path& file);

// An infrastructure result.
CompileResult no_compiler(std::string message);

// Checks the student's own text by CUDA's rules, which g++ does not know; runs beside a compile.
class RulesCheck {
 public:
  // Notes the stub of CUDA's headers among the files that the job has read.
  explicit RulesCheck(CompileJob& job);
  // What it found, as a failed result; nothing if all rules are kept or nobody could check.
  std::optional<CompileResult> wait();

 private:
  std::unique_ptr<Process> started(const Compiler& compiler,
                                   const Arguments& flags,
                                   const std::string& name) const;
  ProcessResult result_of(std::size_t process) const;

  CompileJob job_;
  bool by_nvcc_ = false;
  std::vector<std::unique_ptr<Process>> processes_;
};

// Whether the linked simulator module shows and wants only what it may.
std::optional<CompileResult> check_symbols(const CompileJob& job);

// Whether the file names only headers, and the object made of it only functions, that the enclosure
// allows. Without one all is allowed.
std::optional<CompileResult> check_headers(const CompileJob& job, const std::string& text);
std::optional<CompileResult> check_functions(const CompileJob& job,
                                             const std::filesystem::path& object);

}  // namespace gemmlab
