// Why a lab file became no module: facts, of which report/words makes sentences.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "grader/core/facts/diagnostic.h"

namespace gemmlab {

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

struct Refusal {
  static constexpr std::string_view kName = "refusal";
  ForeignText file;         // as the student gave it
  std::optional<int> line;  // of it, if one is to blame
  std::variant<NoSource,
               CompilerErrors,
               Untranslatable,
               ToolStopped,
               HeaderNotAllowed,
               FunctionNotAllowed,
               DefinedNowhere,
               HidesAccesses>
      cause;
};

template <>
struct EnumNames<NoSource::Why> {
  static constexpr std::string_view all[] = {"unreadable", "too_large", "not_text"};
};
template <>
struct EnumNames<Untranslatable::Kind> {
  static constexpr std::string_view all[] = {"syntax", "hides_accesses", "unknown_cuda"};
};
template <>
struct EnumNames<ToolStopped::Tool> {
  static constexpr std::string_view all[] = {"compiler", "translator"};
};
template <>
struct EnumNames<ToolStopped::Why> {
  static constexpr std::string_view all[] = {"time", "written", "memory", "other"};
};

}  // namespace gemmlab
