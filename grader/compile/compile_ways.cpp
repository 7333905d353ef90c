// The three ways from a lab file to a module. For the simulator: preprocess, translate, compile
// with hooks at every access, link without the hooks' runtime. The compiler's warnings and CUDA's
// rules are checked at the same time. Modules that run directly on the machine: lab 01 with the
// host compiler, the others with nvcc.
#include "grader/compile/compile_ways.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/simt/translate/translate.h"
#include "common/simt/translate/unknown_cuda.h"
#include "grader/compile/alike_check.h"
#include "grader/compile/compile_allowed.h"
#include "grader/compile/compile_rules.h"
#include "grader/compile/diagnostics.h"
#include "grader/compile/foreign_paths.h"
#include "grader/compile/precompiled_header.h"
#include "grader/compile/provided_headers.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/compile/translator.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/machine/paths.h"
#include "grader/machine/tool_process.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {
namespace {

// CUDA's headers that a file includes.
std::set<std::string> cuda_headers_of(const CompileJob& job) {
  std::set<std::string> headers;
  for (const fs::path& file : job.read) {
    for (const fs::path& folder : {paths().simulator_headers(), provided_headers()}) {
      headers.insert(file.lexically_relative(folder).string());
    }
  }
  return headers;
}

// Finds what a compiler lacks although CUDA has it: a header, or a name from the headers included.
EarlyResult lacking(const CompileJob& job, const ProcessResult& compiler,
                    const std::set<std::string>& headers) {
  for (Diagnostic& error : parse_diagnostics(compiler.output, foreign_paths())) {
    const std::string& text = error.text.text();
    const std::size_t end = text.find(": No such file");
    const auto quoted = first_diagnostics({error}, Severity::error, 1, known_files(job));
    // The header that the student includes may be there, and one that it includes missing.
    const std::string own = quoted.empty() ? "" : included_by(quoted.front().source.text());
    const auto message = end == text.npos
                             ? simt::unknown_name(text, headers)
                             : simt::unknown_header(own.empty() ? text.substr(0, end) : own);
    if (message && error.severity == Severity::error) {
      error.text = ForeignText(*message);
      return refused_untranslated(job, Untranslatable::Kind::unknown_cuda, std::move(error));
    }
  }
  return std::nullopt;
}

ProcessResult run(const CompileJob& job, const Arguments& flags, const Arguments& files,
                  const char* name) {
  return job.start(command(*job.tools.host, flags, files), name).wait();
}

// One way from a lab file to an object.
struct Way {
  bool has_exceptions = false;  // only if needed, because exceptions reduce accuracy slightly
  bool is_as_text = false;      // CUDA's first header is not the precompiled one
};

// CUDA's first header for these flags; nothing if it must be read as text.
std::optional<PrecompiledHeader> header_for(const CompileJob& job, const Way& way,
                                            const Arguments& flags) {
  const bool is_text = way.is_as_text || job.tools.host->is_clang;
  return is_text ? std::nullopt : precompiled_header(*job.tools.host, flags);
}

// Writes the preprocessed text to `output`, or returns why there is none.
EarlyResult preprocess(CompileJob& job, const Arguments& shared,
                       const std::optional<PrecompiledHeader>& header, const std::string& output) {
  const auto first = header ? header->for_gnu() : paths().cuda_stub();
  const ProcessResult result =
      run(job, sim_preprocess_flags(shared, first),
          {"-MD", "-MF", job.dependencies().string(), job.argument(), "-o", output}, "preprocess");
  job.note_dependencies();
  if (header) {
    job.read.insert(job.read.end(), header->files.begin(), header->files.end() - 1);
  }
  if (result.succeeded()) {
    return std::nullopt;
  }
  const auto missing = lacking(job, result, {});
  return missing ? *missing : failure(job, result);
}

// Writes the translated text to `text`, or returns why there is none. `warned`: the copy of it for
// the compile that only reports warnings. It has a precompiled header of its own, which takes the
// place of `header` there.
EarlyResult translate(CompileJob& job, const Way& way, const Arguments& shared,
                      const std::string& text, const std::string& warned) {
  const auto header = header_for(job, way, shared);
  const auto own = header_for(job, way, sim_warning_flags());
  const std::string preprocessed = job.scratch / "preprocessed.ii";
  if (const auto failed = preprocess(job, shared, header, preprocessed)) {
    return *failed;
  }
  const bool is_replaced = header && own;
  Arguments arguments{"translate",
                      preprocessed,
                      job.argument(),
                      text,
                      warned,
                      is_replaced ? header->for_gnu().string() : "",
                      is_replaced ? own->for_gnu().string() : ""};
  arguments.insert(arguments.end(), foreign_paths().begin(), foreign_paths().end());
  return untranslated(job, started_translator(job, arguments, "translate").wait());
}

// The next way to try after this one failed; nothing if the file itself is at fault.
std::optional<Way> next_way(const Way& tried, const ForeignText& said) {
  if (!tried.has_exceptions &&
      (said.holds("exception handling disabled") || said.holds("with exceptions disabled"))) {
    return Way{true, tried.is_as_text};
  }
  if (!tried.is_as_text && said.holds(".gch")) {  // such as one that another g++ has replaced
    return Way{tried.has_exceptions, true};
  }
  return std::nullopt;
}

// Links the object to the module, or returns why there is none.
EarlyResult link(const CompileJob& job, const std::string& object) {
  if (const auto foreign = check_functions(job, object)) {
    return *foreign;
  }
  const ProcessResult linked =
      run(job, sim_link_flags(*job.tools.host), {object, "-o", job.module()}, "link");
  return linked.succeeded() ? check_symbols(job) : failure(job, linked);
}

// The student's file alone, as an object: the calls in it, before libraries with calls of their own
// are linked.
EarlyResult check_object(const Compiler& compiler, const Arguments& flags, CompileJob& job) {
  const fs::path object = job.scratch / "student.o";
  Arguments only;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-Xlinker") {
      ++i;
    } else if (flags[i] != "-shared" && !flags[i].starts_with("-Wl,")) {
      only.push_back(flags[i]);
    }
  }
  const Arguments files{"-c",           "-MD", "-MF",          job.dependencies().string(),
                        job.argument(), "-o",  object.string()};
  const ProcessResult process = job.start(command(compiler, only, files), "object").wait();
  if (!process.succeeded()) {
    job.note_dependencies();
    return failure(job, process);
  }
  return check_functions(job, object);
}

// `own` are our source files to compile with it; they come first, because only the last file's list
// of includes is kept.
CompileResult compile_with(const Compiler& compiler, const Arguments& flags, CompileJob& job,
                           const Arguments& own = {}) {
  if (job.enclosure != nullptr) {
    if (const auto foreign = check_object(compiler, flags, job)) {
      return *foreign;
    }
  }
  Arguments files = own;
  files.insert(files.end(), {"-MD", "-MF", job.dependencies().string(), job.argument(), "-o",
                             job.module().string()});
  const ProcessResult process = job.start(command(compiler, flags, files), "compile").wait();
  job.note_dependencies();
  if (!process.succeeded()) {
    return failure(job, process);
  }
  return compiled(job.module(), warnings_in(job, process));
}

}  // namespace

CompileResult compile_sim(CompileJob& job) {
  if (!job.tools.host) {
    return no_compiler("no C++ compiler is installed here: install g++");
  }
  const std::string text = job.scratch / "translated.ii", object = job.scratch / "module.o";
  const std::string warned = job.scratch / "warnings.ii";
  std::optional<RulesCheck> rules;
  std::optional<AlikeCheck> alike;
  std::optional<Process> warnings;
  std::set<std::string> headers;
  ProcessResult instrumented;
  for (std::optional<Way> way = Way(); way; way = next_way(*way, instrumented.output)) {
    const Arguments flags = sim_flags(*job.tools.host, way->has_exceptions);
    if (const auto failed = translate(job, *way, flags, text, warned)) {
      return *failed;
    }
    if (job.purpose == Purpose::judging) {
      alike.emplace(job, way->has_exceptions);
    }
    if (!rules) {
      headers = cuda_headers_of(job);
      rules.emplace(job);
    }
    Arguments own = sim_compile_flags(flags, *job.tools.host);
    if (job.purpose == Purpose::trying_changes) {
      own.insert(own.end(), {"-O1", "-g1"});
    } else if (!warnings) {
      const Arguments only = sim_compile_flags(sim_warning_flags(), *job.tools.host);
      warnings = job.start(command(*job.tools.host, only, {warned, "-o", "/dev/null"}), "warnings");
    }
    instrumented = run(job, own, {text, "-o", object}, "compile");
    if (instrumented.succeeded()) {
      break;
    }
  }
  if (!instrumented.succeeded()) {
    return lacking(job, instrumented, headers).value_or(failure(job, instrumented));
  }
  if (const auto failed = link(job, object)) {
    return *failed;
  }
  if (const auto differs = alike ? alike->wait() : std::nullopt) {
    return *differs;
  }
  if (const auto broken = rules->wait()) {
    return *broken;
  }
  return compiled(job.module(),
                  warnings ? warnings_in(job, warnings->wait()) : std::vector<Diagnostic>());
}

CompileResult compile_cpu(CompileJob& job) {
  if (!job.tools.host) {
    return no_compiler("no C++ compiler is installed here: install g++");
  }
  return compile_with(*job.tools.host, cpu_flags(), job);
}

CompileResult compile_cuda(CompileJob& job) {
  if (!job.tools.nvcc) {
    return no_compiler("nvcc is not installed here: install NVIDIA's CUDA Toolkit, 12 or newer");
  }
  return compile_with(*job.tools.nvcc, cuda_flags(job.source), job,
                      {paths().runtime_log().string()});
}

}  // namespace gemmlab
