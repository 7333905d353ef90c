#include "grader/compile/diagnostics.h"

#include <charconv>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "common/facts/names.h"
#include "common/facts/place.h"
#include "common/facts/text_table.h"
#include "grader/compile/foreign_paths.h"
#include "grader/compile/tables.h"
#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

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
    for (const TableRow& row :
         read_table(kCompilerWords, "grader/compile/compiler_words.table", {"row", "text"})) {
      if (row.text("row") == "says") {
        form = row.text("text");
      } else {
        rows.emplace_back(Pattern(form), row.text("text"));
      }
    }
    return rows;
  }();
  static const Pattern of_ours(R"(; did you mean 'simt::[^']*'\?)");
  const std::string plain = of_ours.replace(said, "");
  for (const auto& [form, meaning] : meanings) {
    if (form.matches(plain)) {
      return ForeignText(meaning.starts_with('=')      ? meaning.substr(1)
                         : told.insert(meaning).second ? plain + ": " + meaning
                                                       : plain);
    }
  }
  return ForeignText(plain);
}

}  // namespace

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
