// The passes of the translator, and what they share: the tokens they read, and the edits they
// request.
#pragma once

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/translate.h"

namespace simt {

class Rewrite {
 public:
  Rewrite(std::string_view text, const IsTrusted& is_trusted)
      : text_(text), tokens_(lex(text, is_trusted)) {}

  const Tokens& tokens() const { return tokens_; }

  // Replaces tokens first..last, and everything between them, by `replacement`. An edit inside
  // another has no effect.
  void replace(int first, int last, std::string replacement) {
    edits_.push_back({offset(first), end_offset(last), std::move(replacement)});
  }
  // A directive, such as #pragma unroll, stays alone on its line: before it is on an earlier one.
  void insert_before(int token, std::string text) {
    int before = token - 1;
    while (before > 0 && tokens_.at(before).kind == TokenKind::directive) {
      --before;
    }
    const bool is_directive = before >= 0 && tokens_.at(token).kind == TokenKind::directive;
    const std::size_t at = is_directive ? end_offset(before) : offset(token);
    edits_.push_back({at, at, std::move(text)});
  }
  // Defines a constant at the end of the text, which the simulator finds by name; an array if the
  // value is in braces.
  void tell(const std::string& type, const std::string& name, const std::string& value);

  // The text from the start of token `first` to the end of token `last`, unchanged.
  std::string_view text(int first, int last) const {
    return text_.substr(offset(first), end_offset(last) - offset(first));
  }
  // The same on one line, without line markers; blanks only where the text had some.
  std::string one_line(int first, int last) const;
  // A separate line that makes the following line the line of `token`.
  std::string line_marker(int token) const;

  TranslateError error(TranslateError::Kind kind, int token, std::string message) const;
  // Throws a syntax error at the token, unless it holds.
  void require(bool holds, int token, const std::string& message) const {
    if (!holds) {
      throw error(TranslateError::Kind::syntax, token, message);
    }
  }

  std::string apply() &&;

 private:
  struct Edit {
    std::size_t begin = 0, end = 0;
    std::string replacement;
  };
  std::size_t offset(int token) const {
    return static_cast<std::size_t>(tokens_.at(token).text.data() - text_.data());
  }
  std::size_t end_offset(int token) const { return offset(token) + tokens_.at(token).text.size(); }

  std::string_view text_;
  Tokens tokens_;
  std::vector<Edit> edits_;
};

// Whether the word __device__, an empty attribute by now, begins here.
bool is_device(const Tokens& tokens, int index);

// The last token of an attribute that begins here: alignas(16), __attribute__((...)), [[...]]; -1:
// none does.
int attribute_end(const Tokens& tokens, int index);

std::string string_literal(std::string_view text);

// Why a word alone hides accesses, as a message; empty if it does not.
std::string why_refused(std::string_view word);

inline constexpr const char* kForgedPosition =
    "#line and similar directives would move findings to wrong lines: remove this one, also from "
    "a comment or a string, where it could be hidden";

// The passes, each over all tokens. All may throw a TranslateError.
void refuse_what_hides_accesses(const Rewrite& rewrite);
void name_what_is_unknown(const Rewrite& rewrite);
void rewrite_launches(Rewrite& rewrite);
void rewrite_launch_calls(Rewrite& rewrite);
void rewrite_indices(Rewrite& rewrite);
void rewrite_qualifiers(Rewrite& rewrite);
void rewrite_launch_bounds(Rewrite& rewrite);
void rewrite_shared_variables(Rewrite& rewrite);
void rewrite_barriers(Rewrite& rewrite);
void log_rounds(Rewrite& rewrite);
void rewrite_memory_spaces(Rewrite& rewrite);
void tell_long_statements(Rewrite& rewrite);

}  // namespace simt
