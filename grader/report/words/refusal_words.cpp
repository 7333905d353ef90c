#include "grader/report/words/refusal_words.h"

#include <fmt/format.h>

#include <variant>

#include "common/facts/names.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;

struct RefusalWords {
  const std::string& file;

  template <typename Each>
  std::string operator()(const Each& cause) const {
    return said(cause, arg("file", file));
  }
  std::string operator()(const CompilerErrors& cause) const { return sentence(cause.diagnostics); }
  std::string operator()(const Untranslatable& cause) const { return sentence({cause.error}); }
  std::string operator()(const ToolStopped& cause) const {
    const bool has_spoken =
        cause.tool == ToolStopped::Tool::compiler && cause.why == ToolStopped::Why::other;
    return said_in(has_spoken ? "said" : name(cause.why), cause, arg("file", file));
  }
};

}  // namespace

std::string sentence(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& each : diagnostics) {
    const std::string line = each.line > 0 ? fmt::format(":{}", each.line) : "";
    text += fmt::format("{}{}{}: {}: {}", text.empty() ? "" : "\n", each.file, line,
                        name(each.severity), each.text.text());
    if (!each.source.empty()) {
      text += fmt::format("\n  {} | {}", each.line, each.source.text());
    }
  }
  return text;
}

std::string sentence(const Refusal& refusal) {
  return visit(RefusalWords{refusal.file.text()}, refusal.cause);
}

}  // namespace gemmlab
