#include "grader/compile/source_slips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "common/facts/text_table.h"
#include "common/simt/translate/lexer.h"
#include "grader/compile/cuda_slips.h"
#include "grader/compile/tables.h"
#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

// ---- lines that are not C++ ----

// Where code begins: what is in a comment or a literal begins elsewhere.
std::set<const char*> begins_of(const simt::Tokens& tokens) {
  std::set<const char*> begins;
  for (const simt::Token& token : tokens.all) {
    begins.insert(token.text.data());
  }
  return begins;
}

struct Foreign {
  const char* slip;
  Pattern form;  // of the begin of a line
};

const std::vector<Foreign>& foreign_lines() {
  static const std::vector<Foreign> all = [] {
    std::vector<Foreign> forms;
    const auto add = [&](const char* slip, const char* form) {
      forms.push_back({slip, Pattern(form)});
    };
    add("merge", R"((<{7}|>{7}|\|{7})( .*)?|={7})");
    add("markdown", R"(```.*)");
    add("html",
        R"(</?(!DOCTYPE|a|body|br|code|div|head|html|p|pre|script|span|table|td|tr)[ />].*)");
    add("html", R"(.*&(lt|gt|amp|quot|nbsp|#\d+);.*)");
    add("patch", R"((diff --git |@@ -\d+,|--- a/|\+\+\+ b/).*)");
    add("magic", R"((%%\w+|%(load_ext|cuda|writefile)\b|!(nvcc|pip|ls|cat|\./)).*)");
    add("python",
        R"((async )?def \w+\s*\(.*|from [\w.]+ import .*|import [\w.]+( as \w+)?(, ?[\w.]+)*|@[\w.]+(\(.*\))?|(elif .*|else ?|for \w+ in .*|(if|while|with) [^({;]*):)");
    return forms;
  }();
  return all;
}

std::string_view without_blanks_around(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

std::optional<Slip> find_foreign_line(const std::string& source, const simt::Tokens& tokens) {
  constexpr std::size_t kLongest = 300;
  const std::set<const char*> begins = begins_of(tokens);
  int number = 0;
  for (std::string_view line : lines_of(source)) {
    ++number;
    line = without_blanks_around(line.substr(0, kLongest));
    if (line.empty() || !begins.contains(line.data())) {
      continue;
    }
    for (const Foreign& foreign : foreign_lines()) {
      if (foreign.form.matches(line)) {
        return Slip{number, slip_text(foreign.slip)};
      }
    }
  }
  return std::nullopt;
}

std::optional<Slip> find_other_file(const std::string& source, const simt::Tokens& tokens) {
  if (tokens.at(0).is("{") && tokens.at(1).is("\"cells\"")) {
    return Slip{1, slip_text("notebook")};
  }
  static const Pattern numbered(R"(\s*(\d+)([\s:.|].*)?)");
  const std::vector<std::string_view> lines = lines_of(source);
  constexpr std::size_t kSome = 4;
  std::size_t i = 0;
  while (i < std::min(kSome, lines.size())) {
    const auto match = numbered.match(lines[i].substr(0, 100));
    if (!match || (*match)[1] != std::to_string(i + 1)) {
      return std::nullopt;
    }
    ++i;
  }
  return i == kSome ? std::optional(Slip{1, slip_text("numbers")}) : std::nullopt;
}

// ---- characters ----

struct Character {
  unsigned first = 0, last = 0;
  std::string name, write;
};

const std::vector<Character>& all_characters() {
  static const std::vector<Character> all = [] {
    std::vector<Character> rows;
    for (const TableRow& row : read_table(kCharacters, "grader/compile/characters.table",
                                          {"first", "last", "name", "write"})) {
      const auto number = [&](const char* column) {
        return static_cast<unsigned>(std::stoul(row.text(column), nullptr, 16));
      };
      rows.push_back({number("first"), number("last"), row.text("name"), row.text("write")});
    }
    return rows;
  }();
  return all;
}

// The first character of UTF-8 text, and its bytes; 0: it is ASCII, or no such text.
std::pair<unsigned, std::size_t> first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(0);
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (bytes == 1) {
    return {0, 1};
  }
  unsigned code = lead & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) {
      return {0, 1};
    }
    code = code << 6 | (byte(i) & 0x3F);
  }
  return {code, bytes};
}

std::optional<Slip> find_character(const simt::Tokens& tokens, const std::set<int>& error_lines) {
  for (const simt::Token& token : tokens.all) {
    if (token.kind == simt::TokenKind::literal) {
      continue;
    }
    for (std::size_t at = 0; at < token.text.size();) {
      const auto [code, bytes] = first_character(token.text.substr(at));
      at += bytes;
      const auto known = std::ranges::find_if(
          all_characters(),
          [code = code](const Character& each) { return each.first <= code && code <= each.last; });
      if (known == all_characters().end()) {
        continue;
      }
      const bool is_letter = known->first >= 0x391 && known->last <= 0x45F;
      if (is_letter && !error_lines.contains(token.line)) {
        continue;
      }
      const bool is_invisible = known->write == "nothing";
      return Slip{token.line,
                  slip_text(is_invisible ? "invisible" : "character", fmt::arg("name", known->name),
                            fmt::arg("code", fmt::format("U+{:04X}", code)),
                            fmt::arg("write", known->write))};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Slip> find_slip(const std::string& source, const std::set<int>& error_lines) {
  const simt::Tokens tokens = simt::lex_source(source);
  std::optional<Slip> slip = find_other_file(source, tokens);
  slip = slip ? slip : find_foreign_line(source, tokens);
  slip = slip ? slip : find_character(tokens, error_lines);
  return slip ? slip : find_cuda_slip(tokens, error_lines);
}

}  // namespace gemmlab
