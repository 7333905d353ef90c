// Our translator, which reads the student's code in a process of its own. Internal to this room.
#pragma once

#include <string>

#include "grader/compile/compile_job.h"
#include "grader/compile/compile_result.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/core/facts/refusal.h"
#include "grader/machine/tool_process.h"

namespace gemmlab {

// Starts our translator on the student's code, in a process like a compiler's. Its arguments begin
// with the task: see translate_main.cpp.
Process started_translator(const CompileJob& job, Arguments arguments, const std::string& name);
// The result if the simulator does not accept the file, from the translator's output; nothing if it
// does.
EarlyResult untranslated(const CompileJob& job, const ProcessResult& translator);
// The result if the simulator does not accept a file, with that reason.
CompileResult refused_untranslated(const CompileJob& job, Untranslatable::Kind kind,
                                   Diagnostic error);

}  // namespace gemmlab
