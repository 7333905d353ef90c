#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

bool is_opening(const Token& token) {
  return token.kind == TokenKind::punctuation && token.is_any({"(", "[", "{"});
}

bool is_closing(const Token& token) {
  return token.kind == TokenKind::punctuation && token.is_any({")", "]", "}"});
}

}  // namespace

// After an unclosed bracket everything further out stays unpaired: the compiler will report it in
// its own words.
void Tokens::pair_brackets() {
  std::vector<int> open;
  for (int i = 0; i < size(); ++i) {
    Token& token = all[i];
    if (is_opening(token)) {
      open.push_back(i);
    } else if (is_closing(token)) {
      const std::string_view opener = token.is(")") ? "(" : token.is("]") ? "[" : "{";
      if (!open.empty() && all[open.back()].is(opener)) {
        all[open.back()].partner = i;
        token.partner = open.back();
        open.pop_back();
      }
    }
  }
}

const Token& Tokens::at(int index) const {
  static const Token none;
  return index >= 0 && index < size() ? all[index] : none;
}

int Tokens::find(int first, std::initializer_list<std::string_view> wanted,
                 std::initializer_list<std::string_view> ends) const {
  for (int i = first; i < size(); ++i) {
    if (at(i).is_any(wanted)) {
      return i;
    }
    if (at(i).is_any(ends)) {
      return -1;
    }
    i = std::max(i, at(i).partner);
  }
  return -1;
}

bool Tokens::pairs_all_brackets() const {
  return std::ranges::none_of(all, [](const Token& token) {
    return (is_opening(token) || is_closing(token)) && token.partner < 0;
  });
}

bool is_name(const Token& token) {
  return token.kind == TokenKind::identifier &&
         !token.is_any({"case", "co_return", "co_yield", "do", "else", "for", "goto", "if",
                        "return", "switch", "throw", "while"});
}

bool is_global(const Tokens& tokens, int colons) {
  const Token& scope = tokens.at(colons - 1);
  return !is_name(scope) && !scope.is(">");
}

bool is_device(const Tokens& tokens, int index) {
  return tokens.at(index).is("__attribute__") && tokens.at(index + 1).partner == index + 4 &&
         tokens.at(index + 2).partner == index + 3;
}

int attribute_end(const Tokens& tokens, int index) {
  const Token& token = tokens.at(index);
  if (token.is_any({"alignas", "__attribute__", "__attribute", "__declspec"})) {
    return tokens.at(index + 1).partner;
  }
  return token.is("[") && tokens.at(index + 1).is("[") ? token.partner : -1;
}

}  // namespace simt
