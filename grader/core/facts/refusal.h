// Compiler messages about a source file, and why a lab file did not become a module: facts that
// report/words turns into sentences.
#pragma once

#include <vector>

#include "common/facts/json_fields.h"
#include "common/facts/names.h"
#include "common/facts/one_of.h"
#include "grader/core/foreign_text.h"

namespace gemmlab {

GEMMLAB_ENUM(Severity, error, warning, note)

struct Diagnostic {
  std::string file;  // as passed to the compiler
  int line = 0;
  Severity severity = Severity::error;
  ForeignText text;
  ForeignText source = {};  // the line's text, if it may be quoted
};
GEMMLAB_JSON(Diagnostic, file, line, severity, text, source)

// The file cannot be read as source code.
struct NoSource {
  enum class Why { unreadable, too_large, not_text } why = Why::unreadable;
};
GEMMLAB_NAMES(NoSource::Why, unreadable, too_large, not_text)
GEMMLAB_JSON(NoSource, why)

// Compiler errors, each with its notes.
struct CompilerErrors {
  std::vector<Diagnostic> diagnostics;
};
GEMMLAB_JSON(CompilerErrors, diagnostics)

// The simulator's translator does not accept it. The message is the translator's own.
struct Untranslatable {
  enum class Kind { syntax, hides_accesses, unknown_cuda } kind = Kind::syntax;
  Diagnostic error;
};
GEMMLAB_NAMES(Untranslatable::Kind, syntax, hides_accesses, unknown_cuda)
GEMMLAB_JSON(Untranslatable, kind, error)

// A tool ended without reporting an error.
struct ToolStopped {
  enum class Tool { compiler, translator } tool = Tool::compiler;
  enum class Why { time, written, memory, other } why = Why::other;
  ForeignText said = {};
};
GEMMLAB_NAMES(ToolStopped::Tool, compiler, translator)
GEMMLAB_NAMES(ToolStopped::Why, time, written, memory, other)
GEMMLAB_JSON(ToolStopped, tool, why, said)

// The course does not allow what the file includes or calls.
struct HeaderNotAllowed {
  ForeignText header;
};
GEMMLAB_JSON(HeaderNotAllowed, header)

struct OfFunction {
  ForeignText function;
};
GEMMLAB_JSON(OfFunction, function)

struct FunctionNotAllowed : OfFunction {};

struct DefinedNowhere : OfFunction {};

// The simulator could not see its accesses, or would see forged ones.
struct HidesAccesses {
  ForeignText hook;  // a hook of the simulator that the file defines itself; empty: none
};
GEMMLAB_JSON(HidesAccesses, hook)

struct RefusalCause : OneOf<NoSource, CompilerErrors, Untranslatable, ToolStopped, HeaderNotAllowed,
                            FunctionNotAllowed, DefinedNowhere, HidesAccesses> {
  using OneOf::OneOf;
};

struct Refusal {
  ForeignText file;         // as the student gave it
  std::optional<int> line;  // the line at fault, if there is one
  RefusalCause cause;
};
GEMMLAB_JSON(Refusal, file, line, cause)

}  // namespace gemmlab
