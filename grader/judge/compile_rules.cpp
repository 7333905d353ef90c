// CUDA's own rules (what may call what, how kernels are launched), which the simulator's compiler
// does not know: without this check a file could pass here and not compile for a GPU.
#include <algorithm>
#include <array>

#include "grader/judge/compile_steps.h"

namespace gemmlab {
namespace {

// clang reads our stub of CUDA's headers, which lacks most of CUDA. Only complaints about CUDA's
// own words count; everything else the compile itself will say better.
bool is_about_rules(const Diagnostic& diagnostic) {
  constexpr std::array<std::string_view, 6> kWords = {
      "__device__", "__global__", "__host__", "__shared__", "global function", "kernel function"};
  return std::any_of(kWords.begin(), kWords.end(), [&diagnostic](std::string_view word) {
    return diagnostic.text.find(word) != std::string::npos;
  });
}

}  // namespace

RulesCheck::RulesCheck(const CompileJob& job) : job_(job) {
  const auto start = [this](const Compiler& compiler, Arguments arguments, const char* name) {
    arguments.insert(arguments.begin(), compiler.path.string());
    arguments.push_back(job_.argument());
    processes_.push_back(std::make_unique<Process>(arguments, job_.scratch, name));
  };
  const Toolchain& tools = toolchain();
  if (tools.clang) {
    start(*tools.clang, rules_flags(false), "rules-host");
    start(*tools.clang, rules_flags(true), "rules-device");
  } else if (tools.nvcc) {
    by_nvcc_ = true;
    Arguments arguments = nvcc_rules_flags();
    arguments.insert(arguments.end(), {"-o", (job.scratch / "rules.ptx").string()});
    start(*tools.nvcc, arguments, "rules");
  }
}

std::optional<CompileResult> RulesCheck::wait() {
  std::vector<Diagnostic> broken;
  for (const auto& process : processes_) {
    const ProcessResult result = process->wait();
    bool keep = false;  // notes go with the error before them
    for (Diagnostic& diagnostic : parse_diagnostics(result.output, foreign_paths())) {
      const bool is_note = diagnostic.severity == Diagnostic::Severity::note;
      keep = is_note ? keep : by_nvcc_ || is_about_rules(diagnostic);
      const auto same = [&diagnostic](const Diagnostic& other) {
        return other.line == diagnostic.line && other.text == diagnostic.text;
      };
      keep = keep && std::none_of(broken.begin(), broken.end(), same);
      if (keep) {
        broken.push_back(std::move(diagnostic));
      }
    }
  }
  const auto line = first_error_line(broken, job_.argument());
  const std::string message = describe(broken, Diagnostic::Severity::error, 5);
  if (message.empty()) {
    return std::nullopt;
  }
  return CompileResult{CompileResult::Outcome::does_not_compile, {}, message, line, {}};
}

}  // namespace gemmlab
