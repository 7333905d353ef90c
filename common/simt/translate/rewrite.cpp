#include "common/simt/translate/rewrite.h"

namespace simt {

// The name is repeated as the symbol's name, which would otherwise be mangled.
void Rewrite::tell(const std::string& type, const std::string& name, const std::string& value) {
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

int attribute_end(const Tokens& tokens, int index) {
  const Token& token = tokens.at(index);
  if (token.is_any({"alignas", "__attribute__", "__attribute", "__declspec"})) {
    return tokens.at(index + 1).partner;
  }
  return token.is("[") && tokens.at(index + 1).is("[") ? token.partner : -1;
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

// Some editors put a blank into <<< and >>>. Everything stays where it is.
static std::string with_whole_brackets(std::string text) {
  for (const auto& [apart, whole] : {std::pair("<< <", "<<< "), std::pair(">> >(", ">>> (")}) {
    for (std::size_t at = 0; (at = text.find(apart, at)) != text.npos;) {
      text.replace(at, std::string_view(apart).size(), whole);
    }
  }
  return text;
}

std::variant<std::string, TranslateError> translate(std::string_view preprocessed,
                                                    const IsTrusted& is_trusted) {
  try {
    const std::string text = with_whole_brackets(std::string(preprocessed));
    Rewrite rewrite(text, is_trusted);
    refuse_what_hides_accesses(rewrite);
    name_what_is_unknown(rewrite);
    rewrite_launches(rewrite);
    rewrite_launch_calls(rewrite);
    rewrite_indices(rewrite);
    rewrite_qualifiers(rewrite);
    rewrite_launch_bounds(rewrite);
    rewrite_shared_variables(rewrite);
    rewrite_barriers(rewrite);
    log_rounds(rewrite);
    rewrite_memory_spaces(rewrite);
    tell_long_statements(rewrite);
    return std::move(rewrite).apply();
  } catch (TranslateError& error) {
    return std::move(error);
  }
}

std::vector<std::string> student_files(std::string_view preprocessed, const IsTrusted& is_trusted) {
  return lex(preprocessed, is_trusted).student_files;
}

}  // namespace simt
