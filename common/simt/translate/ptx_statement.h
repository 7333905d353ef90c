// Takes an asm statement apart: its text, its operands, and where it ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/tokens.h"

namespace simt {

// One operand of the statement: its constraint, and the brackets around its expression.
struct PtxStatementOperand {
  int constraint = 0;
  Span brackets;
};

struct PtxStatement {
  int last = 0;  // the closing bracket
  std::string text;
  std::vector<PtxStatementOperand> operands;
};

// A string's characters; nothing if it is more than plain text.
std::optional<std::string> characters_of(const Token& literal);

// The statement whose first word is there; nothing if it has another form.
std::optional<PtxStatement> read_ptx_statement(const Tokens& tokens, int index);

// An instruction's words, without blanks: names, %0, numbers, and each other character.
std::vector<std::string> ptx_words(std::string_view text);

}  // namespace simt
