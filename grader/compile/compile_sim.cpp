// The simulator's modules: preprocess, translate, compile with hooks at every access, link without
// the hooks' runtime. The compiler's warnings and CUDA's rules are checked at the same time.
#include "common/simt/translate/translate.h"
#include "grader/compile/compile_steps.h"
#include "grader/compile/paths.h"
#include "grader/core/facts/fact_json.h"

namespace gemmlab {
namespace {

// The result if the simulator does not accept a file, with that reason.
CompileResult refused_untranslated(const CompileJob& job,
                                   Untranslatable::Kind kind,
                                   Diagnostic error) {
  error.severity = Severity::error;
  const int line = error.line;
  auto quoted = first_diagnostics({std::move(error)}, Severity::error, 1, quotable(job));
  return refused(job, Untranslatable{kind, std::move(quoted.front())}, line);
}

// Finds a CUDA header that is not installed and that the simulator does not have either.
std::optional<CompileResult> missing_cuda_header(const CompileJob& job,
                                                 const ProcessResult& preprocessed) {
  for (Diagnostic& error : parse_diagnostics(preprocessed.output, foreign_paths())) {
    const std::size_t end = error.text.text().find(": No such file");
    if (end != std::string::npos) {
      if (const auto message = simt::unknown_header(error.text.text().substr(0, end))) {
        error.text = ForeignText(*message);
        return refused_untranslated(job, Untranslatable::Kind::unknown_cuda, std::move(error));
      }
    }
  }
  return std::nullopt;
}

ProcessResult run(const CompileJob& job,
                  const Arguments& flags,
                  const Arguments& files,
                  const char* name) {
  return job.start(command(*job.tools.host, flags, files), name).wait();
}

// Writes the preprocessed text to `output`, or returns why there is none.
std::optional<CompileResult> preprocess(CompileJob& job, const std::string& output) {
  const ProcessResult result =
      run(job, sim_preprocess_flags(),
          {"-MD", "-MF", job.dependencies().string(), job.argument(), "-o", output}, "preprocess");
  job.note_dependencies();
  if (result.succeeded()) {
    return std::nullopt;
  }
  const auto missing = missing_cuda_header(job, result);
  return missing ? *missing : failure(job, result);
}

// Compiles the translated text. A file that uses exceptions in its host code is compiled with them;
// other files are not, because exceptions reduce accuracy slightly.
ProcessResult instrument(const CompileJob& job,
                         const std::string& text,
                         const std::string& object) {
  Arguments flags = sim_compile_flags(*job.tools.host);
  const ProcessResult result = run(job, flags, {text, "-o", object}, "compile");
  if (!result.output.holds("exception handling disabled") &&
      !result.output.holds("with exceptions disabled")) {
    return result;
  }
  flags.push_back("-fexceptions");
  return run(job, flags, {text, "-o", object}, "compile");
}

// Writes the module, or returns why there is none.
std::optional<CompileResult> build(const CompileJob& job, const std::string& text) {
  const std::string object = job.scratch / "module.o";
  const ProcessResult compiled = instrument(job, text, object);
  if (!compiled.succeeded()) {
    return failure(job, compiled);
  }
  if (const auto foreign = check_functions(job, object)) {
    return *foreign;
  }
  const ProcessResult linked =
      run(job, sim_link_flags(*job.tools.host), {object, "-o", job.module()}, "link");
  return linked.succeeded() ? check_symbols(job) : failure(job, linked);
}

}  // namespace

Process started_translator(const CompileJob& job, Arguments arguments, const std::string& name) {
  arguments.insert(arguments.begin(), paths().translator().string());
  return job.start(arguments, name);
}

std::optional<CompileResult> untranslated(const CompileJob& job, const ProcessResult& translator) {
  const ForeignText& said = translator.output;
  const ToolStopped stopped{ToolStopped::Tool::translator, why_stopped(translator), said};
  if (!translator.succeeded()) {
    return translator.ending.code == kCannotRun
               ? no_compiler("cannot start the translator: build gemmlab again")
               : refused(job, stopped);
  }
  if (said.empty()) {
    return std::nullopt;
  }
  try {
    const auto found = Json::parse(said.text()).get<Untranslatable>();
    return refused_untranslated(job, found.kind, found.error);
  } catch (const JsonError&) {
    return refused(job, stopped);
  }
}

CompileResult compile_sim(CompileJob& job) {
  if (!job.tools.host) {
    return no_compiler("no C++ compiler is installed here: install g++");
  }
  const std::string preprocessed = job.scratch / "preprocessed.ii";
  const std::string text = job.scratch / "translated.ii";
  if (const auto failed = preprocess(job, preprocessed)) {
    return *failed;
  }
  const Arguments translated{preprocessed, (paths().simulator_headers() / "").string(), text};
  if (const auto failed =
          untranslated(job, started_translator(job, translated, "translate").wait())) {
    return *failed;
  }
  RulesCheck rules(job);
  Process warnings = job.start(
      command(*job.tools.host, sim_warning_flags(*job.tools.host), {text, "-o", "/dev/null"}),
      "warnings");
  if (const auto failed = build(job, text)) {
    return *failed;
  }
  if (const auto broken = rules.wait()) {
    return *broken;
  }
  return compiled(job.module(), warnings_in(job, warnings.wait()));
}

}  // namespace gemmlab
