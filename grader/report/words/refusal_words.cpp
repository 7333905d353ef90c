#include "grader/report/words/refusal_words.h"

#include <fmt/format.h>

namespace gemmlab {
namespace {

constexpr std::string_view kNotAllowed =
    "This course does not allow that: a lab computes, and needs nothing else. Leave it out, or ask "
    "who teaches the course.";

std::string_view what_endless(ToolStopped::Why why) {
  switch (why) {
    case ToolStopped::Why::time:
      return "took more than 60 seconds and was stopped";
    case ToolStopped::Why::written:
      return "wrote more than 256 MiB: is an #include endless?";
    case ToolStopped::Why::memory:
      return "ran out of memory: is an #include or template endless?";
    case ToolStopped::Why::other:
      break;
  }
  return "stopped, and no verdict can be given";
}

// What is said of the file of that name.
struct Sentence {
  const std::string& file;

  std::string operator()(const NoSource& cause) const {
    switch (cause.why) {
      case NoSource::Why::too_large:
        return file + " is larger than 4 MiB: no lab needs that much";
      case NoSource::Why::not_text:
        return file +
               " is not text, for it holds zero bytes: a compiled program, an archive, or "
               "UTF-16? A source file is UTF-8";
      case NoSource::Why::unreadable:
        break;
    }
    return file + " is not a source file that can be read";
  }
  std::string operator()(const CompilerErrors& cause) const { return sentence(cause.diagnostics); }
  std::string operator()(const Untranslatable& cause) const { return sentence({cause.error}); }
  std::string operator()(const ToolStopped& cause) const {
    return cause.tool == ToolStopped::Tool::compiler && cause.why == ToolStopped::Why::other
               ? fmt::format("{} does not compile:\n{}", file, cause.said.text())
               : fmt::format("{}: the {} {}", file, name(cause.tool), what_endless(cause.why));
  }
  std::string operator()(const HeaderNotAllowed& cause) const {
    return fmt::format("{}: it includes {}. {}", file, cause.header.text(), kNotAllowed);
  }
  std::string operator()(const FunctionNotAllowed& cause) const {
    return fmt::format("{}: it uses '{}'. {}", file, cause.function.text(), kNotAllowed);
  }
  std::string operator()(const DefinedNowhere& cause) const {
    return fmt::format("{}: '{}' is declared and used, but defined nowhere", file,
                       cause.function.text());
  }
  std::string operator()(const HidesAccesses& cause) const {
    return file + (cause.hook.empty()
                       ? ": its memory accesses cannot be seen, so no verdict can be given"
                       : ": it defines " + cause.hook.text() + ", which belongs to the simulator");
  }
};

}  // namespace

std::string sentence(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& each : diagnostics) {
    text += fmt::format("{}{}:{}: {}: {}", text.empty() ? "" : "\n", each.file, each.line,
                        name(each.severity), each.text.text());
    if (!each.source.empty()) {
      text += fmt::format("\n  {} | {}", each.line, each.source.text());
    }
  }
  return text;
}

std::string sentence(const Refusal& refusal) {
  return std::visit(Sentence{refusal.file.text()}, refusal.cause);
}

}  // namespace gemmlab
