#include "grader/changes/change_slips.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "common/simt/translate/lexer.h"
#include "grader/changes/change_writer.h"
#include "grader/changes/index_range.h"
#include "grader/changes/names_in_scope.h"
#include "grader/core/facts/check.h"

namespace gemmlab {
namespace {

using simt::Token;
using simt::TokenKind;
using simt::Tokens;

bool is_single(const Token& token) {
  return token.kind == TokenKind::identifier || token.kind == TokenKind::number;
}

// x + y * z as (x + y) * z, where an index or a size is computed.
void put_sum_in_parentheses(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const Span whole = writer.expression_around(i);
  const DeclaredName* const first = writer.names().meaning(whole.first);
  if (first != nullptr && (first->type.ends_with('*') || first->is_array())) {
    return;  // a pointer has no multiple
  }
  if (tokens.at(i).is("*") && is_single(tokens.at(i - 1)) && tokens.at(i - 2).is("+") &&
      tokens.at(i - 3).ends_operand() && whole.first < i - 2 && is_single(tokens.at(i + 1))) {
    writer.offer(whole,
                 fmt::format("({}) * {}", writer.text({whole.first, i - 1}),
                             writer.text({i + 1, whole.last})),
                 ChangeKind::parentheses);
  }
}

// x + y - 1 / y as (x + y - 1) / y: alone, and with all others of the function.
void put_dividend_in_parentheses(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const Span whole = writer.expression_around(i);
  if (tokens.at(i).is("/") && tokens.at(i - 1).is("1") && tokens.at(i - 2).is("-") &&
      whole.first < i - 2 && is_single(tokens.at(i + 1))) {
    const std::string now = fmt::format("({}) / {}", writer.text({whole.first, i - 1}),
                                        writer.text({i + 1, whole.last}));
    const std::string either = writer.add_also_everywhere(
        i, "dividend in parentheses", writer.text(whole), now, ChangeKind::parentheses);
    writer.wrap(whole, fmt::format("({} ? {} : (", either, now), "))");
  }
}

// x * (y + z) as x * y + z
void leave_out_parentheses(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (!tokens.at(i).is("(") || tokens.at(i).partner < i || !tokens.at(i - 1).is("*") ||
      !tokens.at(i - 2).ends_operand() || tokens.find(i + 1, {"+"}, {")"}) < 0) {
    return;
  }
  const Span whole = writer.expression_around(i - 1);
  const int close = tokens.at(i).partner;
  const std::string behind =
      close < whole.last ? " " + writer.text({close + 1, whole.last}) : std::string();
  writer.offer(whole, fmt::format("{} {}{}", writer.text({whole.first, i - 1}),
                                  writer.text({i + 1, close - 1}), behind));
}

// 255 - x as x, between [ and ].
void leave_out_reversal(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const Span whole = writer.expression_around(i);
  if (tokens.at(i).is("-") && whole.last == i + 1 && tokens.at(whole.first - 1).is("[") &&
      tokens.at(i - 1).ends_operand() && tokens.at(i + 1).kind == TokenKind::identifier) {
    writer.offer(whole, writer.text({i + 1, i + 1}));
    writer.mark_as(Likeness::shorter);
  }
}

// !x as x
void leave_out_not(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (!tokens.at(i).is("!") || tokens.at(i + 1).is("=")) {
    return;
  }
  const int behind = tokens.at(i + 1).is("(")   ? tokens.at(i + 1).partner
                     : tokens.at(i + 2).is("(") ? tokens.at(i + 2).partner
                                                : i + 1;
  if (behind > i) {
    writer.offer({i, behind}, writer.text({i + 1, behind}));
    writer.mark_as(Likeness::shorter);
  }
}

// x == y as x != y, and the reverse.
void change_equality(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const bool is_equal = tokens.at(i).is("=") && tokens.at(i - 1).ends_operand();
  if ((is_equal || tokens.at(i).is("!")) && tokens.at(i + 1).is("=")) {
    const Span whole = writer.expression_around(i);
    writer.offer(whole, fmt::format("{} {} {}", writer.text({whole.first, i - 1}),
                                    is_equal ? "!=" : "==", writer.text({i + 2, whole.last})));
  }
}

// x[i] += x[j] as x[j] += x[i]
void exchange_sides(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const int end = writer.outline().semicolon(i);
  if (!tokens.at(i + 1).is("[") || end < 0 || !tokens.at(i - 1).is_any({";", "{", "}", ")"})) {
    return;
  }
  const int close = tokens.at(i + 1).partner;
  const int set = tokens.at(close + 1).is("+") ? close + 2 : close + 1;
  const int other = set + 1;
  if (tokens.at(set).is("=") && tokens.at(other).text == tokens.at(i).text &&
      tokens.at(other + 1).is("[") && tokens.at(other + 1).partner == end - 1) {
    writer.exchange({i, end - 1}, {i + 2, close - 1}, {other + 2, end - 2}, "");
  }
}

// blockIdx.x + y as blockIdx.x * blockDim.x + y
void multiply_block(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (tokens.at(i).is("blockIdx") && is_axis(tokens, i) && !tokens.at(i - 1).is("*") &&
      tokens.at(i + 3).is_any({"+", ";"})) {
    const std::string axis = writer.text({i + 1, i + 2});
    writer.replace_tokens(writer.around(i), {{i, fmt::format("blockIdx{0} * blockDim{0}", axis)}});
  }
}

bool is_of_four(const Tokens& tokens, std::string_view name) {
  return any_index(1, tokens.size(), [&](int i) {
    const Token& before = tokens.at(i - 1).is("&") ? tokens.at(i - 2) : tokens.at(i - 1);
    return tokens.at(i).is(name) && before.is_any({"float4", "int4", "uint4"});
  });
}

// A vector's x as y, z or w.
void other_component(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (tokens.at(i - 1).is(".") && tokens.at(i).is_any({"x", "y", "z", "w"}) &&
      !tokens.at(i + 1).is("=") && is_of_four(tokens, tokens.at(i - 2).text)) {
    for (const char* const other : {"x", "y", "z", "w"}) {
      if (!tokens.at(i).is(other)) {
        writer.offer({i - 2, i}, fmt::format("{}.{}", tokens.at(i - 2).text, other));
      }
    }
  }
}

// ++x; or x++; as the same of y
void count_another(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const auto is_step = [&](int at) {
    return tokens.at(at).is_any({"+", "-"}) && tokens.at(at + 1).text == tokens.at(at).text;
  };
  const int own = is_step(i) ? i + 2 : i;
  const bool is_counted = (is_step(i) || is_step(i + 1)) && tokens.at(i + 3).is(";") &&
                          tokens.at(i - 1).is_any({";", "{", "}", ")"});
  const DeclaredName* const name = writer.names().meaning(own);
  if (!is_counted || writer.is_in_for(i) || name == nullptr || name->type != "int") {
    return;
  }
  for (const auto kind : {DeclaredName::Kind::local, DeclaredName::Kind::parameter}) {
    for (const DeclaredName* const other : writer.names().numbers(kind, i)) {
      const bool is_const = tokens.at(other->at - 2).is("const");
      if (other != name && !is_const) {
        const std::string now = writer.text({i, i + 2}, {{own, std::string(other->name)}});
        const int number = writer.add(i, writer.text({i, i + 2}), now);
        writer.insert_before(i, fmt::format("if ({}) {}; else ", writer.chosen(number), now));
      }
    }
  }
}

}  // namespace

void change_slips(ChangeWriter& writer) {
  writer.at_each([&](int i) {  // wider changes come before those inside of them
    change_equality(writer, i);
    put_sum_in_parentheses(writer, i);
    put_dividend_in_parentheses(writer, i);
    leave_out_parentheses(writer, i);
    leave_out_reversal(writer, i);
  });
  writer.at_each([&](int i) {
    leave_out_not(writer, i);
    exchange_sides(writer, i);
    other_component(writer, i);
    multiply_block(writer, i);
    count_another(writer, i);
  });
}

}  // namespace gemmlab
