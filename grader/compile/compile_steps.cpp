#include "grader/compile/compile_steps.h"

#include <csignal>

#include "grader/compile/paths.h"
#include "grader/core/read_file.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

constexpr int kErrorsShown = 5;
constexpr int kWarningsShown = 10;

// File names in a make rule ("target: a b \<newline> c"), where a backslash makes the following
// blank or # part of a name.
std::vector<std::filesystem::path> prerequisites(const std::string& rule) {
  std::vector<std::filesystem::path> files;
  std::string name;
  const auto finish = [&] {
    if (!name.empty()) {
      files.emplace_back(name);
    }
    name.clear();
  };
  const std::size_t colon = rule.find(": ");
  for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 2; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (rule[i] == '\\' && next == '\n') {
      ++i;
    } else if ((rule[i] == '\\' && (next == ' ' || next == '#')) ||
               (rule[i] == '$' && next == '$')) {
      name += next;
      ++i;
    } else if (rule[i] == ' ' || rule[i] == '\n') {
      finish();
    } else {
      name += rule[i];
    }
  }
  finish();
  return files;
}

using Outcome = CompileResult::Outcome;

// Whether a compiler sees no error in the program.
bool is_only_refused(const Refusal& refusal) {
  const auto* const untranslatable = std::get_if<Untranslatable>(&refusal.cause);
  const auto* const stopped = std::get_if<ToolStopped>(&refusal.cause);
  return std::holds_alternative<HidesAccesses>(refusal.cause) ||
         (untranslatable != nullptr && untranslatable->kind != Untranslatable::Kind::syntax) ||
         (stopped != nullptr && stopped->tool == ToolStopped::Tool::translator);
}

}  // namespace

std::string CompileJob::argument() const {
  const std::string name = source.string();
  return name.starts_with('-') ? "./" + name : name;
}

void CompileJob::note_dependencies() {
  // A list that is not readable or too long counts as one file, which will be gone: whatever
  // depends on it is not kept.
  const std::string rule = read_foreign(dependencies()).value_or(": " + dependencies().string());
  for (std::filesystem::path& file : prerequisites(rule)) {
    read.push_back(std::move(file));
  }
}

const std::vector<std::string>& foreign_paths() {
  static const std::vector<std::string> prefixes = [] {
    std::vector<std::string> found{"/usr/include/", "/usr/lib/", "/usr/local/include/",
                                   (paths().contract_headers() / "").string(),
                                   (paths().simulator_headers() / "").string()};
    if (toolchain().nvcc) {
      const auto toolkit = toolchain().nvcc->path.parent_path().parent_path();
      found.push_back((toolkit / "").string());
      found.push_back((std::filesystem::canonical(toolkit) / "").string());
    }
    return found;
  }();
  return prefixes;
}

bool is_students(const std::filesystem::path& file) {
  return !is_foreign(file.string(), foreign_paths());
}

ToolStopped::Why why_stopped(const ProcessResult& process) {
  const bool wrote_too_much = process.ending.signalled && process.ending.code == SIGXFSZ;
  const ForeignText& said = process.output;
  return process.timed_out                                          ? ToolStopped::Why::time
         : wrote_too_much || said.holds("File size limit exceeded") ? ToolStopped::Why::written
         : said.holds("out of memory") || said.holds("bad_alloc") ||
                 said.holds("Cannot allocate memory")
             ? ToolStopped::Why::memory
             : ToolStopped::Why::other;
}

CompileResult failure(const CompileJob& job, const ProcessResult& process) {
  const ToolStopped::Why why = why_stopped(process);
  const ToolStopped stopped{ToolStopped::Tool::compiler, why,
                            ForeignText(process.output.text(), {.lines = 8})};
  const auto all = parse_diagnostics(process.output, foreign_paths());
  auto errors = first_diagnostics(all, Severity::error, kErrorsShown, quotable(job));
  if (why != ToolStopped::Why::time && !errors.empty()) {
    return refused(job, CompilerErrors{std::move(errors)}, first_error_line(all, job.told_name()));
  }
  if (why != ToolStopped::Why::other) {
    return refused(job, stopped);
  }
  return no_compiler(process.output.holds("unsupported GNU version")
                         ? "g++ is too new for this nvcc: install an older one too and name it, as "
                           "in NVCC_CCBIN=g++-13 ./gemmlab grade; or install a newer CUDA Toolkit"
                         : "the compiler failed:\n" + stopped.said.text());
}

std::vector<Diagnostic> warnings_in(const CompileJob& job, const ProcessResult& process) {
  return first_diagnostics(parse_diagnostics(process.output, foreign_paths()), Severity::warning,
                           kWarningsShown, quotable(job));
}

CompileResult compiled(std::filesystem::path module, std::vector<Diagnostic> warnings) {
  return {.outcome = Outcome::ok, .module = std::move(module), .warnings = std::move(warnings)};
}

CompileResult refused(Refusal refusal) {
  const Outcome outcome = is_only_refused(refusal) ? Outcome::refused : Outcome::does_not_compile;
  return {.outcome = outcome, .refusal = std::move(refusal)};
}

std::string message(const CompileResult& result) {
  return result.refusal ? sentence(*result.refusal) : result.problem;
}

}  // namespace gemmlab
