#include "grader/compile/translator.h"

#include <optional>
#include <utility>

#include "common/facts/json.h"
#include "grader/compile/diagnostics.h"
#include "grader/compile/known_files.h"
#include "grader/core/facts/fact_json.h"
#include "grader/core/foreign_text.h"
#include "grader/machine/paths.h"
#include "grader/machine/tool_process.h"
#include "grader/process/child.h"

namespace gemmlab {

Process started_translator(const CompileJob& job, Arguments arguments, const std::string& name) {
  arguments.insert(arguments.begin(), paths().translator().string());
  return job.start(arguments, name);
}

EarlyResult untranslated(const CompileJob& job, const ProcessResult& translator) {
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

CompileResult refused_untranslated(const CompileJob& job, Untranslatable::Kind kind,
                                   Diagnostic error) {
  const KnownFiles known = known_files(job);
  error.severity = Severity::error;
  if (!known.hold(error.file)) {  // such as a header of the system with a macro of the student's
    error.file = known.lab_file();
    error.line = 0;
  }
  const bool has_line = error.line > 0 && known.is_lab_file(error.file);
  auto quoted = first_diagnostics({error}, Severity::error, 1, known);
  return refused(job, Untranslatable{kind, std::move(quoted.front())},
                 has_line ? std::optional(error.line) : std::nullopt);
}

}  // namespace gemmlab
