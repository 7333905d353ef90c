#include "grader/compile/compile_steps.h"

#include <csignal>
#include <fstream>
#include <iterator>

#include "grader/compile/paths.h"

namespace gemmlab {
namespace {

using Outcome = CompileResult::Outcome;

constexpr int kErrorsShown = 5;
constexpr int kWarningsShown = 10;

// File names of a make rule ("target: a b \<newline> c"), in which a backslash makes the blank or #
// behind it part of a name.
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

std::string first_lines(const std::string& text, int count) {
  std::size_t end = 0;
  for (int i = 0; i < count && end != std::string::npos; ++i) {
    end = text.find('\n', end == 0 ? 0 : end + 1);
  }
  return text.substr(0, end);
}

bool says(const ProcessResult& process, const char* words) {
  return process.output.find(words) != std::string::npos;
}

// Not by what a source has the compiler print: an error of its own comes first then.
bool could_not_work(const CompileJob& job, const ProcessResult& process) {
  const bool never_started = job.enclosure != nullptr && process.output.starts_with("bwrap: ");
  const bool is_students_fault =
      first_error_line(parse_diagnostics(process.output, {}), job.argument()).has_value();
  return process.exit_code == 127 || never_started ||
         (says(process, "No space left on device") && !is_students_fault);
}

// Why a compiler stopped without naming an error of the student's.
CompileResult stopped(const CompileJob& job, const ProcessResult& process) {
  CompileResult result;
  result.outcome = Outcome::does_not_compile;
  const std::string file = job.source.string();
  if (process.timed_out) {
    result.message = file + ": the compiler took more than 60 seconds and was stopped";
  } else if (process.signal == SIGXFSZ || says(process, "File size limit exceeded")) {
    result.message = file + ": the compiler wrote more than 256 MiB: is an #include endless?";
  } else if (says(process, "out of memory") || says(process, "bad_alloc") ||
             says(process, "Cannot allocate memory")) {
    result.message = file + ": the compiler ran out of memory: is an #include or template endless?";
  } else if (could_not_work(job, process)) {
    result.outcome = Outcome::infrastructure;
    result.message = "the compiler could not work:\n" + first_lines(process.output, 5);
  } else {
    result.message = file + " does not compile:\n" + first_lines(process.output, 5);
  }
  return result;
}

}  // namespace

std::string CompileJob::argument() const {
  const std::string name = source.string();
  return name.starts_with('-') ? "./" + name : name;
}

void CompileJob::note_dependencies() {
  std::ifstream in(dependencies());
  const std::string rule{std::istreambuf_iterator<char>(in), {}};
  for (std::filesystem::path& file : prerequisites(rule)) {
    read.push_back(std::move(file));
  }
}

const std::vector<std::string>& foreign_paths() {
  static const std::vector<std::string> prefixes = [] {
    std::vector<std::string> found{"/usr/include/",
                                   "/usr/lib/",
                                   "/usr/local/include/",
                                   (paths().contract_headers() / "").string(),
                                   (paths().simulator_headers() / "").string(),
                                   (stub_headers() / "").string()};
    if (toolchain().nvcc) {
      const auto toolkit = toolchain().nvcc->path.parent_path().parent_path();
      found.push_back((toolkit / "").string());
      found.push_back((std::filesystem::canonical(toolkit) / "").string());
    }
    return found;
  }();
  return prefixes;
}

std::string content_of(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return "";  // /dev/zero has no end, and a source may include it
  }
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_students(const std::filesystem::path& file) {
  return !is_foreign(file.string(), foreign_paths());
}

std::string quotable(const CompileJob& job) {
  return job.enclosure != nullptr ? job.argument() : "";
}

CompileResult told(const simt::TranslateError& error) {
  const bool is_syntax = error.kind == simt::TranslateError::Kind::syntax;
  const Diagnostic diagnostic{error.file, error.line, Diagnostic::Severity::error, error.message};
  CompileResult result;
  result.outcome = is_syntax ? Outcome::does_not_compile : Outcome::refused;
  result.message = describe({diagnostic}, Diagnostic::Severity::error, 1);
  result.line = error.line;
  return result;
}

CompileResult failure(const CompileJob& job, const ProcessResult& process) {
  CompileResult result = stopped(job, process);
  if (process.timed_out || result.outcome == Outcome::infrastructure) {
    return result;
  }
  const auto diagnostics = parse_diagnostics(process.output, foreign_paths());
  const std::string errors =
      describe(diagnostics, Diagnostic::Severity::error, kErrorsShown, quotable(job));
  if (!errors.empty()) {
    result.message = errors;
    result.line = first_error_line(diagnostics, job.argument());
  } else if (!parse_diagnostics(process.output, {}).empty()) {
    result.outcome = Outcome::infrastructure;
    result.message =
        process.output.find("unsupported GNU version") != std::string::npos
            ? "g++ is newer than this nvcc takes: install an older one beside it and name it, such "
              "as NVCC_CCBIN=g++-13 ./gemmlab grade; or install a newer CUDA Toolkit"
            : "the compiler fails in a file that is not yours: " + first_lines(process.output, 8);
  }
  return result;
}

std::string warnings_in(const CompileJob& job, const ProcessResult& process) {
  return describe(parse_diagnostics(process.output, foreign_paths()), Diagnostic::Severity::warning,
                  kWarningsShown, quotable(job));
}

CompileResult no_compiler(std::string message) {
  CompileResult result;
  result.message = std::move(message);
  return result;
}

}  // namespace gemmlab
