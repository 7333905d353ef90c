// The translator's part of a compile: it runs in a process of its own, held as compilers are.
#include <fstream>

#include "grader/compile/compile_steps.h"
#include "grader/compile/paths.h"
#include "grader/core/facts/fact_json.h"

namespace gemmlab {

CompileResult refused_untranslated(const CompileJob& job,
                                   Untranslatable::Kind kind,
                                   Diagnostic error) {
  error.severity = Severity::error;
  const int line = error.line;
  auto quoted = first_diagnostics({std::move(error)}, Severity::error, 1, quotable(job));
  return refused(job, Untranslatable{kind, std::move(quoted.front())}, line);
}

Translation::Translation(const CompileJob& job, const Arguments& arguments, const std::string& name)
    : job_(job), process_(job.start(arguments, name)) {}

Translation Translation::checking(const CompileJob& job) {
  return {job, {paths().translator().string(), job.argument()}, "forgery"};
}

Translation Translation::of(const CompileJob& job,
                            const std::filesystem::path& preprocessed,
                            const std::filesystem::path& output) {
  return {job,
          {paths().translator().string(), preprocessed.string(),
           (paths().simulator_headers() / "").string(), output.string()},
          "translate"};
}

std::optional<CompileResult> Translation::wait() {
  const ProcessResult result = process_.wait();
  const ToolStopped stopped{ToolStopped::Tool::translator, why_stopped(result), result.output};
  if (!result.succeeded()) {
    return result.ending.code == kCannotRun
               ? no_compiler("the translator cannot be started: build gemmlab again")
               : refused(job_, stopped);
  }
  if (result.output.empty()) {
    return std::nullopt;
  }
  try {
    const auto said = nlohmann::json::parse(result.output.text()).get<Untranslatable>();
    return refused_untranslated(job_, said.kind, said.error);
  } catch (const nlohmann::json::exception&) {
    return refused(job_, stopped);
  }
}

}  // namespace gemmlab
