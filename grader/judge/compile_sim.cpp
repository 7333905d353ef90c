// The simulator's modules: preprocess, translate, compile with hooks at every access, link without.
// The compiler's warnings and CUDA's rules are asked for at the same time.
#include <fstream>
#include <iterator>
#include <regex>

#include "common/simt/translate/translate.h"
#include "grader/judge/compile_steps.h"
#include "grader/judge/paths.h"

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

ProcessResult preprocess(CompileJob& job, const std::filesystem::path& output) {
  Arguments arguments{job.tools.host->path.string()};
  for (const std::string& flag : sim_preprocess_flags()) {
    arguments.push_back(flag);
  }
  arguments.insert(arguments.end(), {"-MD", "-MF", job.dependencies().string(), job.argument(),
                                     "-o", output.string()});
  const ProcessResult result = Process(arguments, job.scratch, "preprocess").wait();
  job.note_dependencies();
  return result;
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

ProcessResult run(const CompileJob& job,
                  Arguments flags,
                  const Arguments& files,
                  const char* name) {
  flags.insert(flags.begin(), job.tools.host->path.string());
  flags.insert(flags.end(), files.begin(), files.end());
  return Process(flags, job.scratch, name).wait();
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

std::string warnings_of(const ProcessResult& process) {
  return describe(parse_diagnostics(process.output, foreign_paths()), Diagnostic::Severity::warning,
                  10);
}

}  // namespace

CompileResult compile_sim(CompileJob& job) {
  if (!job.tools.host) {
    return no_compiler("no C++ compiler is installed here: install g++");
  }
  const std::string preprocessed = job.scratch / "preprocessed.ii";
  const std::string text = job.scratch / "translated.ii";
  const std::string object = job.scratch / "module.o";
  const ProcessResult tokens = preprocess(job, preprocessed);
  if (!tokens.succeeded()) {
    const auto missing = missing_cuda_header(tokens);
    return missing ? *missing : failure(job, tokens);
  }
  if (const auto refused = translate(preprocessed, text)) {
    return *refused;
  }
  RulesCheck rules(job);
  Arguments warn{job.tools.host->path.string()};
  for (const std::string& flag : sim_warning_flags(*job.tools.host)) {
    warn.push_back(flag);
  }
  warn.insert(warn.end(), {text, "-o", "/dev/null"});
  Process warnings(warn, job.scratch, "warnings");
  const ProcessResult compiled = instrument(job, text, object);
  if (!compiled.succeeded()) {
    return failure(job, compiled);
  }
  const ProcessResult linked =
      run(job, link_flags(), {object, "-o", job.module().string()}, "link");
  if (!linked.succeeded()) {
    return failure(job, linked);
  }
  if (const auto broken = rules.wait()) {
    return *broken;
  }
  if (const auto amiss = check_symbols(job)) {
    return *amiss;
  }
  return {Outcome::ok, job.module(), "", std::nullopt, warnings_of(warnings.wait())};
}

}  // namespace gemmlab
