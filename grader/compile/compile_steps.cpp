#include "grader/compile/compile_steps.h"

#include <charconv>
#include <functional>

#include "common/facts/place.h"
#include "grader/compile/paths.h"
#include "grader/compile/tables.h"
#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

constexpr int kErrorsShown = 5;
constexpr int kWarningsShown = 10;

// File names in a make rule ("target: a b \<newline> c"), where a backslash makes the following
// blank or # part of a name.
std::vector<fs::path> prerequisites(const std::string& rule) {
  std::vector<fs::path> files;
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

// By names alone. Paths that begin with a link are not below what the link names.
bool is_below(const fs::path& file, const fs::path& folder) {
  const fs::path inside = fs::absolute(file).lexically_normal();
  const fs::path outside = (fs::absolute(folder) / "").lexically_normal().parent_path();
  const auto ends = std::mismatch(outside.begin(), outside.end(), inside.begin(), inside.end());
  return ends.first == outside.end();
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

// g++ and clang: "file:3:5: error: text"; nvcc: "file(3): error: text". The column may be missing.
constexpr const char* kDiagnostic =
    R"(^(.+?)(?::(\d+)(?::\d+)?|\((\d+)\)): (fatal error|catastrophic error|error|warning|note)(?: #[\w-]+)?: (.*?)(?: \[-fpermissive\])?$)";

// "file:3:   required from here", "In file included from file:3:", "from file:3,".
constexpr const char* kOrigin =
    R"(^(?:In file included from |\s+from )?(.+?):(\d+)(?::\d+)?(?:[:,]$|:   (?:recursively )?(?:required|in )).*$)";

constexpr std::size_t kLineBytes = 2000;        // longer lines would exhaust a Pattern
constexpr std::size_t kQuotedBytes = 16 << 10;  // of all diagnostics that are shown together

// A source can make a compiler print any digits.
int number_in(std::string_view digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// A message with its meaning, as compiler_words.table has it, which is said once.
ForeignText explained(const std::string& said, std::set<std::string_view>& told) {
  static const std::vector<std::pair<Pattern, std::string>> meanings = [] {
    std::vector<std::pair<Pattern, std::string>> rows;
    std::string form;
    for (const std::string_view line : lines_of(kCompilerWords)) {
      if (line.starts_with("    ")) {
        rows.emplace_back(Pattern(form), line.substr(4));
      }
      form = line;
    }
    return rows;
  }();
  for (const auto& [form, meaning] : meanings) {
    if (form.matches(said)) {
      return ForeignText(meaning.starts_with('=')      ? meaning.substr(1)
                         : told.insert(meaning).second ? said + ": " + meaning
                                                       : said);
    }
  }
  return ForeignText(said);
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
  const auto is_mounted = [this](const fs::path& file) {
    const Visible& seen = held.visible;
    return held.sandbox == nullptr || is_below(file, "/usr") ||
           std::ranges::any_of(seen.readable, std::bind_front(is_below, file)) ||
           std::ranges::any_of(seen.readable_if_there, std::bind_front(is_below, file));
  };
  for (const fs::path& file : prerequisites(rule)) {
    read.push_back(is_mounted(file) ? file : dependencies());
  }
}

const std::vector<std::string>& foreign_paths() {
  static const std::vector<std::string> prefixes = [] {
    std::vector<std::string> found{"/usr/include/", "/usr/lib/", "/usr/local/include/",
                                   (paths().contract_headers() / "").string(),
                                   (paths().simulator_headers() / "").string()};
    for (const auto& compiler : {toolchain().host, toolchain().clang}) {
      if (compiler && !compiler->path.string().starts_with("/usr/")) {
        const auto folders = header_folders(*compiler);
        found.insert(found.end(), folders.begin(), folders.end());
      }
    }
    if (toolchain().nvcc) {
      const auto toolkit = toolchain().nvcc->path.parent_path().parent_path();
      found.push_back((toolkit / "").string());
      found.push_back((fs::canonical(toolkit) / "").string());
    }
    return found;
  }();
  return prefixes;
}

bool is_students(const fs::path& file) {
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
  const KnownFiles known = known_files(job);
  auto errors = first_diagnostics(all, Severity::error, kErrorsShown, known);
  if (why != ToolStopped::Why::time && !errors.empty()) {
    return refused(job, CompilerErrors{std::move(errors)}, first_error_line(all, known));
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
                           kWarningsShown, known_files(job));
}

CompileResult compiled(fs::path module, std::vector<Diagnostic> warnings) {
  return {.outcome = Outcome::ok, .module = std::move(module), .warnings = std::move(warnings)};
}

CompileResult refused(Refusal refusal) {
  const Outcome outcome = is_only_refused(refusal) ? Outcome::refused : Outcome::does_not_compile;
  return {.outcome = outcome, .refusal = std::move(refusal)};
}

std::string message(const CompileResult& result) {
  return result.refusal ? sentence(*result.refusal) : result.problem;
}

bool is_foreign(const std::string& file, const std::vector<std::string>& foreign) {
  // clang writes /usr/bin/../lib/gcc
  const std::string path = fs::path(file).lexically_normal().string();
  return file.starts_with('<') || std::ranges::any_of(foreign, [&](const std::string& prefix) {
           return path.starts_with(prefix);
         });
}

std::vector<Diagnostic> parse_diagnostics(const ForeignText& output,
                                          const std::vector<std::string>& foreign) {
  static const Pattern form(kDiagnostic), form_of_origin(kOrigin);
  std::vector<Diagnostic> found;
  std::set<std::string_view> told;
  std::optional<Place> origin;  // the student's line that may be the origin of the next diagnostic
  for (std::string_view line : lines_of(output.text())) {
    line = line.substr(0, kLineBytes);
    if (line.find("-fpermissive'") != line.npos) {  // g++'s advice to accept wrong code
      continue;
    }
    if (const auto match = form.match(line)) {
      const std::string& number = (*match)[2].empty() ? (*match)[3] : (*match)[2];
      Diagnostic said{(*match)[1], number_in(number),
                      named<Severity>((*match)[4]).value_or(Severity::error),  // fatal ones too
                      explained((*match)[5], told)};
      const bool is_note = said.severity == Severity::note;
      if (is_foreign(said.file, foreign)) {
        if (is_note || !origin) {
          continue;
        }
        said.file = origin->file;
        said.line = origin->line;
      }
      if (!is_note) {
        origin.reset();
      }
      found.push_back(std::move(said));
    } else if (const auto from = form_of_origin.match(line);
               from && !is_foreign((*from)[1], foreign)) {
      origin = Place{(*from)[1], number_in((*from)[2])};
    }
  }
  return found;
}

std::vector<Diagnostic> first_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                          Severity severity, int limit, const KnownFiles& known) {
  std::vector<Diagnostic> first;
  bool is_taken = false;
  Place quoted;
  std::size_t bytes = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!known.hold(diagnostic.file)) {
      continue;
    }
    if (diagnostic.severity != Severity::note) {
      is_taken = diagnostic.severity == severity && limit-- > 0;
    }
    if (!is_taken) {
      continue;
    }
    bytes += diagnostic.file.size() + diagnostic.text.text().size() + kNameCut.bytes;
    if (bytes > kQuotedBytes) {
      break;
    }
    first.push_back(diagnostic);
    if (quoted.file != diagnostic.file || quoted.line != diagnostic.line) {
      first.back().source = known.line(diagnostic.file, diagnostic.line);
      if (!first.back().source.empty()) {
        quoted = {diagnostic.file, diagnostic.line};
      }
    }
  }
  return first;
}

std::optional<int> first_error_line(const std::vector<Diagnostic>& diagnostics,
                                    const KnownFiles& known) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::error && known.is_lab_file(diagnostic.file)) {
      return diagnostic.line;
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
