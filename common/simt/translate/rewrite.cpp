#include "common/simt/translate/rewrite.h"

#include <algorithm>

namespace simt {

// The name is repeated as the symbol's name, which would otherwise be mangled.
void Rewrite::define_constant(const std::string& type, const std::string& name,
                              const std::string& value) {
  const std::string array = value.starts_with('{') ? "[]" : "";
  edits_.push_back({text_.size(), text_.size(),
                    "\nstatic const " + type + " " + name + array + " asm(\"" + name +
                        "\") __attribute__((used)) = " + value + ";\n"});
}

std::string Rewrite::one_line(int first, int last) const {
  std::string line;
  for (int i = first; i <= last; ++i) {
    if (i > first && end_offset(i - 1) != offset(i)) {
      line += ' ';
    }
    line += tokens_.at(i).text;
  }
  return line;
}

std::string Rewrite::line_marker(int token) const {
  const Token& at = tokens_.at(token);
  return "\n# " + std::to_string(at.line) + " " + string_literal(tokens_.files[at.file]) + "\n";
}

TranslateError Rewrite::error(TranslateError::Kind kind, int token, std::string message) const {
  const Token& at = tokens_.at(token);
  return {kind, tokens_.files[at.file], at.line, std::move(message)};
}

std::string Rewrite::apply() && {
  std::ranges::stable_sort(
      edits_, [](const Edit& one, const Edit& other) { return one.begin < other.begin; });
  std::string result;
  result.reserve(text_.size() + 128 * edits_.size());
  std::size_t copied = 0;
  for (const Edit& edit : edits_) {
    if (edit.begin < copied) {
      continue;  // its text has already been replaced
    }
    result.append(text_.substr(copied, edit.begin - copied));
    // "%::" and ":::" would be other tokens.
    if (edit.replacement.starts_with("::") && (result.ends_with('%') || result.ends_with(':'))) {
      result += ' ';
    }
    result += edit.replacement;
    copied = edit.end;
  }
  return result.append(text_.substr(copied));
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      literal += '\\';
    }
    literal += c;
  }
  return literal + '"';
}

}  // namespace simt
