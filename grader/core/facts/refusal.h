// What compilers say of a source file, and why a lab file became no module: facts, of which
// report/words makes sentences.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/one_of.h"
#include "grader/core/foreign_text.h"

namespace gemmlab {

GEMMLAB_ENUM(Severity, error, warning, note)

struct Diagnostic {
  std::string file;  // as the compiler was given it
  int line = 0;
  Severity severity = Severity::error;
  ForeignText text;
  ForeignText source = {};  // the line itself, where it is to be quoted
};

// It cannot be read as a source file.
struct NoSource {
  static constexpr std::string_view kName = "no_source";
  enum class Why { unreadable, too_large, not_text } why = Why::unreadable;
};

// Errors of a compiler's, each with the notes that follow it.
struct CompilerErrors {
  static constexpr std::string_view kName = "compiler_errors";
  std::vector<Diagnostic> diagnostics;
};

// The simulator's translator does not take it. The sentence is the translator's own.
struct Untranslatable {
  static constexpr std::string_view kName = "untranslatable";
  enum class Kind { syntax, hides_accesses, unknown_cuda } kind = Kind::syntax;
  Diagnostic error;
};

// A program that worked on it ended without naming an error.
struct ToolStopped {
  static constexpr std::string_view kName = "tool_stopped";
  enum class Tool { compiler, translator } tool = Tool::compiler;
  enum class Why { time, written, memory, other } why = Why::other;
  ForeignText said;
};

// The course does not allow what it includes, or what it calls.
struct HeaderNotAllowed {
  static constexpr std::string_view kName = "header_not_allowed";
  ForeignText header;
};
struct FunctionNotAllowed {
  static constexpr std::string_view kName = "function_not_allowed";
  ForeignText function;
};

struct DefinedNowhere {
  static constexpr std::string_view kName = "defined_nowhere";
  ForeignText function;
};

// The simulator cannot see its accesses, or would see forged ones.
struct HidesAccesses {
  static constexpr std::string_view kName = "hides_accesses";
  ForeignText hook;  // of the simulator's, that it defines itself; empty: none
};

GEMMLAB_ONE_OF(RefusalCause,
               NoSource,
               CompilerErrors,
               Untranslatable,
               ToolStopped,
               HeaderNotAllowed,
               FunctionNotAllowed,
               DefinedNowhere,
               HidesAccesses)

struct Refusal {
  static constexpr std::string_view kName = "refusal";
  ForeignText file;         // as the student gave it
  std::optional<int> line;  // of it, if one is to blame
  RefusalCause cause;
};

GEMMLAB_NAMES(NoSource::Why, unreadable, too_large, not_text)
GEMMLAB_NAMES(Untranslatable::Kind, syntax, hides_accesses, unknown_cuda)
GEMMLAB_NAMES(ToolStopped::Tool, compiler, translator)
GEMMLAB_NAMES(ToolStopped::Why, time, written, memory, other)

}  // namespace gemmlab
