#include "common/simt/translate/lexer.h"

namespace simt {

// After a bracket that is never closed everything further out stays unpaired: the compiler will
// complain of it in its own words.
void pair_brackets(std::vector<Token>& tokens) {
  std::vector<int> open;
  for (int i = 0; i < static_cast<int>(tokens.size()); ++i) {
    Token& token = tokens[i];
    if (token.kind != TokenKind::punctuation) {
      continue;
    }
    if (token.is("(") || token.is("[") || token.is("{")) {
      open.push_back(i);
    } else if (token.is(")") || token.is("]") || token.is("}")) {
      const std::string_view opener = token.is(")") ? "(" : token.is("]") ? "[" : "{";
      if (!open.empty() && tokens[open.back()].is(opener)) {
        tokens[open.back()].partner = i;
        token.partner = open.back();
        open.pop_back();
      }
    }
  }
}

}  // namespace simt
