#include "grader/changes/tiles/tile_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "common/simt/translate/lexer.h"

namespace gemmlab {

using simt::Token;
using simt::TokenKind;
using simt::Tokens;
using Name = DeclaredName::Kind;

int power_of_two(const Token& token) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr int kMost = 1024;
  if (token.kind != TokenKind::number || token.text.size() > 4 ||
      token.text.find_first_not_of(kDigits) != token.text.npos) {
    return 0;
  }
  const int value = std::stoi(std::string(token.text));
  return value >= 2 && value <= kMost && (value & (value - 1)) == 0 ? value : 0;
}

Span operand_ending(const Tokens& tokens, int last) {
  const Token& token = tokens.at(last);
  if (tokens.at(last - 1).is(".")) {
    return tokens.at(last - 2).kind == TokenKind::identifier ? Span{last - 2, last} : Span{0, -1};
  }
  if (token.is(")") && token.partner >= 0 && !tokens.at(token.partner - 1).ends_operand()) {
    return {token.partner, last};
  }
  const bool is_single = token.kind == TokenKind::identifier || token.kind == TokenKind::number;
  return is_single ? Span{last, last} : Span{0, -1};
}

Span operand_beginning(const Tokens& tokens, int first) {
  const Token &token = tokens.at(first), &after = tokens.at(first + 1);
  if (token.is("(")) {
    return token.partner > first ? Span{first, token.partner} : Span{0, -1};
  }
  if (after.is(".")) {
    return {first, first + 2};
  }
  const bool is_single = token.kind == TokenKind::identifier || token.kind == TokenKind::number;
  return is_single && !after.is_any({"(", "[", "::"}) ? Span{first, first} : Span{0, -1};
}

bool is_constant(const ChangeWriter& writer, Span span) {
  bool has_name = false;
  for (int i = span.first; i <= span.last; ++i) {
    if (writer.tokens().at(i).kind == TokenKind::identifier) {
      const DeclaredName* const name = writer.names().meaning(i);
      if (name == nullptr || name->kind != Name::constant || name->type != "int") {
        return false;
      }
      has_name = true;
    }
  }
  return has_name;
}

std::vector<std::string> row_lengths(const ChangeWriter& writer, int token) {
  constexpr std::size_t kMost = 6;
  const Tokens& tokens = writer.tokens();
  std::vector<std::string> lengths;
  for (const DeclaredName& name : writer.names().all()) {
    const Span extents = writer.outline().declarator(name.at).extents;
    const int open = extents.last > extents.first ? tokens.at(extents.last).partner : -1;
    if (open <= extents.first || open + 1 >= extents.last || lengths.size() >= kMost) {
      continue;  // not two extents
    }
    const Span length{open + 1, extents.last - 1};
    bool is_known = is_constant(writer, length);
    for (int i = length.first; is_known && i <= length.last; ++i) {
      is_known = tokens.at(i).kind != TokenKind::identifier ||
                 writer.names().visible(tokens.at(i).text, token) == writer.names().meaning(i);
    }
    const std::string text = is_known ? writer.text(length) : "";
    if (is_known && std::ranges::find(lengths, text) == lengths.end()) {
      lengths.push_back(text);
    }
  }
  return lengths;
}

std::vector<int> small_factors(const ChangeWriter& writer, int function) {
  constexpr int kBelow = 32;
  const Tokens& tokens = writer.tokens();
  std::vector<int> factors;
  for (int i = function; i < tokens.at(function).partner; ++i) {
    const int value = power_of_two(tokens.at(i));
    const bool is_factor =
        tokens.at(i - 1).is_any({"*", "/", "%"}) || tokens.at(i + 1).is_any({"*"});
    if (value > 0 && value < kBelow && is_factor &&
        std::ranges::find(factors, value) == factors.end()) {
      factors.push_back(value);
    }
  }
  return factors;
}

bool is_term(const Tokens& tokens, int token) {
  return tokens.at(token - 1).is_any({"+", "=", "[", "(", ","}) &&
         tokens.at(token + 1).is_any({"+", "-", ";", "]", ")", ","}) &&
         !(tokens.at(token + 1).is_any({"+", "-"}) &&
           tokens.at(token + 2).text == tokens.at(token + 1).text);
}

int callee_of(const ChangeWriter& writer, int open) {
  const Tokens& tokens = writer.tokens();
  if (!tokens.at(open).is("(") || tokens.at(open).partner <= open) {
    return -1;
  }
  if (writer.outline().opens_arguments(open)) {
    return open - 1;
  }
  int i = open - 1;
  if (tokens.at(i).is(">")) {
    do {
      --i;
    } while (tokens.at(i).kind == TokenKind::identifier || tokens.at(i).kind == TokenKind::number ||
             tokens.at(i).is(","));
  }
  const bool is_template =
      tokens.at(i).is("<") && i < open - 2 && tokens.at(i - 1).kind == TokenKind::identifier;
  return is_template ? i - 1 : -1;
}

bool rounds_up(const ChangeWriter& writer, int token) {
  const Tokens& tokens = writer.tokens();
  const int before =
      tokens.at(token - 1).is("/") ? token - 2 : writer.outline().bracket_around(token);
  const int close = tokens.at(before).is(")") ? before
                    : before < 0              ? -1
                                              : tokens.at(before).partner;
  if (close < 0 || !tokens.at(close).is(")") || !tokens.at(close + 1).is("/") ||
      !tokens.at(close - 1).is("1") || !tokens.at(close - 2).is("-")) {
    return false;
  }
  const Span up = operand_ending(tokens, close - 3), divisor = operand_beginning(tokens, close + 2);
  return up.last >= up.first && divisor.last >= divisor.first &&
         writer.text(up) == writer.text(divisor);
}

bool encloses_place(const ChangeWriter& writer, int open) {
  const Tokens& tokens = writer.tokens();
  const int callee = callee_of(writer, open);
  const auto& functions = writer.outline().functions();
  return tokens.at(open).is("[") ||
         (callee >= 0 && std::ranges::any_of(functions, [&](const simt::Function& each) {
            return each.name >= 0 && tokens.at(each.name).text == tokens.at(callee).text;
          }));
}

}  // namespace gemmlab
