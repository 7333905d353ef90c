// C++ tokens of preprocessed text, each with its line in the student's file.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

enum class TokenKind {
  identifier,
  number,
  literal,      // strings and characters, including raw ones
  punctuation,  // <<< >>> :: -> are one token each, and so is every other character
  directive,    // #pragma up to the end of its line; the lexer consumes line markers
};

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string_view text;  // points into the preprocessed text
  int file = 0;           // index into Tokens::files
  int line = 0;
  int partner = -1;        // index of the matching bracket; -1: none
  bool is_marked = false;  // as text of the system: if not forged, from a macro of its headers

  bool is(std::string_view spelling) const { return text == spelling; }
  bool is_any(std::initializer_list<std::string_view> spellings) const {
    return std::ranges::find(spellings, text) != spellings.end();
  }
  // Whether an operand may end here, so that a sign behind it joins two.
  bool ends_operand() const {
    return kind == TokenKind::identifier || kind == TokenKind::number || is_any({")", "]"});
  }
};

// Tokens first..last.
struct Span {
  int first = 0, last = 0;
  bool holds(int token) const { return first <= token && token <= last; }
};

// A file included by the student's own code.
struct Inclusion {
  std::string header;  // its path
  int file = 0;        // the including file
  int line = 0;
};

// The student's tokens: all but those that a header which `is_trusted` has of its own. What a macro
// of the student's becomes in such a header is the student's: g++ marks it.
struct Tokens {
  std::vector<Token> all;
  std::vector<std::string> files;
  std::vector<std::string> student_files;  // all files here that are not trusted
  Token forged;                            // where a file first changes its name; line 0: none
  std::vector<Inclusion> inclusions;

  int size() const { return static_cast<int>(all.size()); }
  // Beyond either end: an empty token, for which every is() is false.
  const Token& at(int index) const;
  void pair_brackets();
  // Whether each bracket has its partner; those of a macro's text, as in #define OPEN [, lack it.
  bool pairs_all_brackets() const;
  // The first token from `first` on that is one of `wanted`, outside all brackets opened on the
  // way; -1 if one of `ends` comes before it.
  int find(int first, std::initializer_list<std::string_view> wanted,
           std::initializer_list<std::string_view> ends = {}) const;
};

// Whether it can name something in an expression: no keyword that one follows.
bool is_name(const Token& token);

// Whether the :: there stands for the global namespace, and not behind std or list<int>.
bool is_global(const Tokens& tokens, int colons);

// Whether the word __device__, an empty attribute by now, begins here.
bool is_device(const Tokens& tokens, int index);

// The last token of an attribute that begins here: alignas(16), __attribute__((...)), [[...]]; -1:
// none does.
int attribute_end(const Tokens& tokens, int index);

}  // namespace simt
