#include "grader/judge/explain/changeable_program.h"

#include <fmt/format.h>

#include <fstream>

#include "grader/compile/compile.h"

namespace gemmlab {
namespace {

// For code that does not run on the simulator: a line before it.
constexpr const char* kNative =
    "extern \"C\" { __attribute__((visibility(\"default\"))) int gemmlab_change; } static bool "
    "__gemmlab_change(int number) { return number "
    "== gemmlab_change; } template <class T> void __gemmlab_clear(T& variable) { "
    "__builtin_memset(&variable, 0, sizeof variable); } "
    "template <class T> void __gemmlab_clear(const T&) {}\n";

}  // namespace

ChangeableProgram::ChangeableProgram(const Candidate& candidate, std::set<int> unchanged)
    : candidate_(candidate),
      folder_(candidate_.options.enclosure != nullptr
                  ? candidate_.options.enclosure->sandbox.folder()
                  : fs::temp_directory_path()) {
  fs::permissions(folder_.path(), fs::perms(0755));
  constexpr int kMostCompiles = 4;
  // Lines where a change would not compile join those that stay as they are.
  for (int i = 0; i < kMostCompiles; ++i) {
    text_ = changeable(candidate_.text, unchanged);
    if (text_.changes.empty()) {
      return;
    }
    const CompileResult result = compiled(text_.text, Purpose::trying_changes);
    if (result.outcome == CompileResult::Outcome::ok) {
      module_ = result.module;
      return;
    }
    const auto* const errors =
        result.refusal ? get_if<CompilerErrors>(&result.refusal->cause) : nullptr;
    if (errors == nullptr) {
      return;
    }
    for (const Diagnostic& error : errors->diagnostics) {
      unchanged.insert(error.line - (is_native() ? 1 : 0));
    }
  }
}

ChangeableProgram::~ChangeableProgram() {
  std::error_code ignored;
  fs::remove(module_, ignored);
}

fs::path ChangeableProgram::with_only(int number) const {
  const auto chosen = fmt::format("#define __gemmlab_change(number) (number == {})\n", number);
  return compiled(chosen + text_.text, Purpose::judging).module;
}

CompileResult ChangeableProgram::compiled(const std::string& text, Purpose purpose) const {
  const fs::path file = folder_.path() / candidate_.source.filename();
  std::ofstream(file, std::ios::binary) << (is_native() ? kNative : "") << text;
  CompileResult result =
      compile(file, candidate_.session.backend(), candidate_.options.enclosure, purpose);
  if (result.refusal && get_if<ToolStopped>(&result.refusal->cause) != nullptr) {
    candidate_.options.say(
        "the line to change is not looked for: this file takes long to compile, as code does that "
        "runs while it is compiled (constexpr)");
  }
  return result;
}

}  // namespace gemmlab
