// What the passes of the translator share: the tokens that they read, their outline, and the
// edits that they request. A pass goes over all tokens, and may throw a TranslateError.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "common/simt/translate/translate_error.h"

namespace simt {

class Rewrite {
 public:
  Rewrite(std::string_view text, const IsTrusted& is_trusted)
      : text_(text), tokens_(lex(text, is_trusted)), outline_(tokens_) {}
  Rewrite(const Rewrite&) = delete;
  Rewrite& operator=(const Rewrite&) = delete;

  const Tokens& tokens() const { return tokens_; }
  const Outline& outline() const { return outline_; }

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
  void define_constant(const std::string& type, const std::string& name, const std::string& value);

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
  Outline outline_;  // of them
  std::vector<Edit> edits_;
};

std::string string_literal(std::string_view text);

}  // namespace simt
