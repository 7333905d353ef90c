#include "grader/compile/diagnostics.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace gemmlab {
namespace {

// g++ and clang: "file:3:5: error: text"; nvcc: "file(3): error: text". The column may be missing.
const std::regex& diagnostic_pattern() {
  static const std::regex pattern(
      R"(^(.+?)(?::(\d+)(?::\d+)?|\((\d+)\)): (fatal error|catastrophic error|error|warning|note)(?: #[\w-]+)?: (.*?)(?: \[-fpermissive\])?$)");
  return pattern;
}

// "file:3:   required from here", "In file included from file:3:", "from file:3,".
const std::regex& origin_pattern() {
  static const std::regex pattern(
      R"(^(?:In file included from |\s+from )?(.+?):(\d+)(?::\d+)?(?:[:,]$|:   (?:recursively )?(?:required|in )).*$)");
  return pattern;
}

struct SourceLine {
  std::string file;
  int line = 0;
};

Severity severity_of(const std::string& word) {
  return named<Severity>(word).value_or(Severity::error);  // fatal ones too
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& foreign) : foreign_(foreign) {}

  void read(const std::string& line) {
    std::smatch match;
    if (line.find("-fpermissive'") != std::string::npos) {
      return;  // g++'s advice on how to accept wrong code
    }
    if (std::regex_match(line, match, diagnostic_pattern())) {
      const std::string number = match[2].matched ? match[2].str() : match[3].str();
      add({match[1], std::stoi(number), severity_of(match[4]), ForeignText(match[5].str())});
    } else if (std::regex_match(line, match, origin_pattern())) {
      const SourceLine place{match[1], std::stoi(match[2])};
      if (!is_foreign(place.file, foreign_)) {
        origin_ = place;
      }
    }
  }

  std::vector<Diagnostic> take() { return std::move(diagnostics_); }

 private:
  void add(Diagnostic diagnostic) {
    if (is_foreign(diagnostic.file, foreign_)) {
      const bool is_note = diagnostic.severity == Severity::note;
      if (is_note || !origin_) {
        return;
      }
      diagnostic.file = origin_->file;
      diagnostic.line = origin_->line;
    }
    if (diagnostic.severity != Severity::note) {
      origin_.reset();
    }
    diagnostics_.push_back(std::move(diagnostic));
  }

  const std::vector<std::string>& foreign_;
  std::optional<SourceLine> origin_;  // the student's line that the next diagnostic may come from
  std::vector<Diagnostic> diagnostics_;
};

ForeignText source_line(const std::string& file, int number) {
  std::ifstream in(file);
  std::string line;
  for (int i = 0; i < number; ++i) {
    if (!std::getline(in, line)) {
      return {};
    }
  }
  return ForeignText(line, {.bytes = 200});
}

}  // namespace

bool is_foreign(const std::string& file, const std::vector<std::string>& foreign) {
  // clang writes /usr/bin/../lib/gcc
  const std::string path = std::filesystem::path(file).lexically_normal().string();
  return file.starts_with('<') ||
         std::any_of(foreign.begin(), foreign.end(),
                     [&path](const std::string& prefix) { return path.starts_with(prefix); });
}

std::vector<Diagnostic> parse_diagnostics(const ForeignText& output,
                                          const std::vector<std::string>& foreign) {
  Parser parser(foreign);
  std::istringstream lines(output.text());
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < 2000) {  // longer ones would exhaust std::regex
      parser.read(line);
    }
  }
  return parser.take();
}

std::vector<Diagnostic> first_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                          Severity severity,
                                          int limit,
                                          const std::string& only) {
  std::vector<Diagnostic> first;
  bool is_taken = false;
  SourceLine quoted;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::note) {
      is_taken = diagnostic.severity == severity && limit-- > 0;
    }
    if (!is_taken) {
      continue;
    }
    first.push_back(diagnostic);
    const bool again = quoted.file == diagnostic.file && quoted.line == diagnostic.line;
    if ((only.empty() || diagnostic.file == only) && !again) {
      first.back().source = source_line(diagnostic.file, diagnostic.line);
      if (!first.back().source.empty()) {
        quoted = {diagnostic.file, diagnostic.line};
      }
    }
  }
  return first;
}

std::optional<int> first_error_line(const std::vector<Diagnostic>& diagnostics,
                                    const std::string& file) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::error && diagnostic.file == file) {
      return diagnostic.line;
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
