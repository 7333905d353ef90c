// C++ tokens of preprocessed text, each with the line of the student's file that it came from.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

enum class TokenKind {
  identifier,
  number,
  literal,      // strings and characters, raw ones too
  punctuation,  // <<< >>> :: -> are one token, every other character its own
  directive,    // #pragma up to the end of its line; line markers are used up by the lexer
};

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string_view text;  // points into the preprocessed text
  int file = 0;           // index into Tokens::files
  int line = 0;
  int partner = -1;  // index of the bracket that closes or opens this one; -1: none

  bool is(std::string_view spelling) const { return text == spelling; }
  bool is_any(std::initializer_list<std::string_view> spellings) const;
};

// A file entered by #include from the student's own code.
struct Inclusion {
  std::string header;  // its path
  int file = 0;        // where it was included from
  int line = 0;
};

// The student's tokens: headers of the system and those below `trusted_prefix` are left out.
struct Tokens {
  std::vector<Token> all;
  std::vector<std::string> files;
  std::vector<std::string> student_files;  // those of them whose tokens are here
  std::vector<Inclusion> inclusions;

  int size() const { return static_cast<int>(all.size()); }
  // Past either end: an empty token, which is() nothing.
  const Token& at(int index) const;
  // The first token from `first` on that is one of `wanted`, outside of all brackets that open on
  // the way; -1 where one of `ends` comes before it.
  int find(int first,
           std::initializer_list<std::string_view> wanted,
           std::initializer_list<std::string_view> ends = {}) const;
};

Tokens lex(std::string_view preprocessed, std::string_view trusted_prefix);

// Tokens of text before preprocessing, its directives in single tokens: # include < x >.
Tokens lex_source(std::string_view source);

}  // namespace simt
