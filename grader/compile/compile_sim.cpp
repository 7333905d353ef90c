// The simulator's modules: preprocess, translate, compile with hooks at every access, link without.
// The compiler's warnings and CUDA's rules are asked for at the same time.
#include <fstream>

#include "common/simt/translate/translate.h"
#include "grader/compile/compile_steps.h"
#include "grader/compile/paths.h"

namespace gemmlab {
namespace {

using Outcome = CompileResult::Outcome;

// A header of CUDA's that is not installed and that the simulator does not have either.
std::optional<CompileResult> missing_cuda_header(const ProcessResult& preprocessed) {
  for (const Diagnostic& error : parse_diagnostics(preprocessed.output, foreign_paths())) {
    const std::size_t end = error.text.find(": No such file");
    if (end != std::string::npos) {
      if (const auto message = simt::unknown_header(error.text.substr(0, end))) {
        return told({simt::TranslateError::Kind::unknown, error.file, error.line, *message});
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

// Writes the preprocessed text to `output`, or tells why there is none.
std::optional<CompileResult> preprocess(CompileJob& job, const std::string& output) {
  const ProcessResult result =
      run(job, sim_preprocess_flags(),
          {"-MD", "-MF", job.dependencies().string(), job.argument(), "-o", output}, "preprocess");
  job.note_dependencies();
  if (result.succeeded()) {
    return std::nullopt;
  }
  const auto missing = missing_cuda_header(result);
  return missing ? *missing : failure(job, result);
}

// Writes the translated text to `output`, or tells why there is none.
std::optional<CompileResult> translate(const std::filesystem::path& preprocessed,
                                       const std::filesystem::path& output) {
  const std::string text = content_of(preprocessed);
  const std::string trusted = (paths().simulator_headers() / "").string();
  for (const std::string& file : simt::student_files(text, trusted)) {
    if (const auto error = simt::find_forged_positions(content_of(file), file)) {
      return told(*error);
    }
  }
  const auto translated = simt::translate(text, trusted);
  if (const auto* error = std::get_if<simt::TranslateError>(&translated)) {
    return told(*error);
  }
  std::ofstream(output, std::ios::binary) << std::get<std::string>(translated);
  return std::nullopt;
}

// Compiles the translated text. A file that uses exceptions in its host code is compiled with them:
// they cost a little accuracy in no other file.
ProcessResult instrument(const CompileJob& job,
                         const std::string& text,
                         const std::string& object) {
  Arguments flags = sim_compile_flags(*job.tools.host);
  const ProcessResult result = run(job, flags, {text, "-o", object}, "compile");
  if (result.output.find("exception handling disabled") == std::string::npos &&
      result.output.find("with exceptions disabled") == std::string::npos) {
    return result;
  }
  flags.push_back("-fexceptions");
  return run(job, flags, {text, "-o", object}, "compile");
}

// Writes the module, or tells why there is none.
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

CompileResult compile_sim(CompileJob& job) {
  if (!job.tools.host) {
    return no_compiler("no C++ compiler is installed here: install g++");
  }
  const std::string preprocessed = job.scratch / "preprocessed.ii";
  const std::string text = job.scratch / "translated.ii";
  if (const auto failed = preprocess(job, preprocessed)) {
    return *failed;
  }
  if (const auto failed = translate(preprocessed, text)) {
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
  return {Outcome::ok, job.module(), "", std::nullopt, warnings_in(job, warnings.wait())};
}

}  // namespace gemmlab
