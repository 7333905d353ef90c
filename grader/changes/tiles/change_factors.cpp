#include "grader/changes/tiles/change_factors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/tiles/tile_text.h"

namespace gemmlab {
namespace {

using simt::TokenKind;
using simt::Tokens;
using Name = DeclaredName::Kind;

// x * 8 as x * 4 and x * 16, as where a quad is taken for two of them; x / 4 as x.
void halve_or_double(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const int value = power_of_two(tokens.at(i));
  const bool is_behind = tokens.at(i - 1).is_any({"*", "/", "%"});
  const DeclaredName* const name = writer.names().meaning(i);
  if (name != nullptr && name->kind == Name::constant && name->type == "int" && is_behind &&
      !tokens.at(i - 1).is("*") && !rounds_up(writer, i)) {
    writer.replace_tokens(writer.around(i), {{i, fmt::format("({} / 4)", name->name)}});
  }
  if (value == 0 || !(is_behind || tokens.at(i + 1).is("*"))) {
    return;
  }
  for (const int other : {value / 2, 2 * value}) {
    if (other > 1) {
      writer.replace_tokens(writer.around(i), {{i, std::to_string(other)}});
    }
  }
  if (value == 2 && !is_behind) {  // 2 * x as x
    const Span shown = writer.told_apart(writer.around(i));
    writer.replace_as(writer.text(shown), writer.text(shown, {{i, ""}, {i + 1, ""}}), {{i, "1"}});
    writer.mark_as(Likeness::shorter);
  }
  if (tokens.at(i - 1).is("/")) {
    const Span shown = writer.told_apart(writer.around(i));
    writer.replace_as(writer.text(shown), writer.text(shown, {{i - 1, ""}, {i, ""}}), {{i, "1"}});
    writer.mark_as(Likeness::shorter);
  }
}

// x / c and x % c, where a thread's number becomes a row and a column.
struct Division {
  Span quotient, remainder;  // the whole products' operands: x / c
  Span value, divisor;       // of the quotient
  bool is_first = true;      // the quotient comes before the remainder
};

// The division or remainder whose sign is at a token; empty: its operands are others.
Span division_at(const ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const Span value = operand_ending(tokens, i - 1), divisor = operand_beginning(tokens, i + 1);
  const bool is_usual = value.last >= value.first && divisor.last >= divisor.first &&
                        !tokens.at(value.first - 1).is_any({"*", "/", "%"}) && writer.is_open(i);
  return is_usual ? Span{value.first, divisor.last} : Span{0, -1};
}

std::vector<Division> divisions_of(const ChangeWriter& writer) {
  constexpr int kFar = 48;  // tokens
  const Tokens& tokens = writer.tokens();
  std::vector<Division> found;
  for (int i = 1; i < tokens.size(); ++i) {
    if (!tokens.at(i).is("/") || !writer.is_open(i)) {
      continue;
    }
    const Span quotient = division_at(writer, i);
    if (quotient.last < quotient.first) {
      continue;
    }
    const Span value{quotient.first, i - 1}, divisor{i + 1, quotient.last};
    for (int j = std::max(1, i - kFar); j < std::min(tokens.size(), i + kFar); ++j) {
      if (!tokens.at(j).is("%") || !writer.is_open(j)) {
        continue;
      }
      const Span remainder = division_at(writer, j);
      if (remainder.last >= remainder.first &&
          writer.text({remainder.first, j - 1}) == writer.text(value) &&
          writer.text({j + 1, remainder.last}) == writer.text(divisor) &&
          writer.function_around(i) == writer.function_around(j)) {
        found.push_back({quotient, remainder, value, divisor, i < j});
        break;
      }
    }
  }
  return found;
}

// One change: both of them by another divisor, with what follows the remainder; or one as the
// other.
void divide_otherwise(ChangeWriter& writer, const Division& in, const std::string& quotient,
                      const std::string& remainder) {
  const Span first = in.is_first ? in.quotient : in.remainder;
  const bool is_first = in.is_first;
  const int number =
      writer.add(first.first, writer.text(first), is_first ? quotient : remainder, 2);
  writer.wrap(in.quotient, fmt::format("({} ? {} : (", writer.chosen(number), quotient), "))");
  writer.wrap(in.remainder, fmt::format("({} ? {} : (", writer.chosen(number), remainder), "))");
}

void change_division(ChangeWriter& writer, const Division& in) {
  constexpr std::size_t kMost = 12;
  const Tokens& tokens = writer.tokens();
  const std::string value = writer.text(in.value), own = writer.text(in.divisor);
  if (writer.is_full()) {
    return;
  }
  divide_otherwise(writer, in, value + " % " + own, value + " / " + own);
  const bool is_times_four = tokens.at(in.remainder.last + 1).is("*");
  std::vector<std::string> divisors;
  for (const DeclaredName* each : writer.names().numbers(Name::constant, in.quotient.first)) {
    const std::string name(each->name), quads = fmt::format("({} / 4)", name);
    divisors.insert(divisors.end(), {name, quads});
  }
  divisors.resize(std::min(divisors.size(), kMost));
  for (const std::string& each : divisors) {
    if (each == own) {
      continue;
    }
    divide_otherwise(writer, in, value + " / " + each, value + " % " + each);
    if (each.back() == ')' && !is_times_four) {  // quads, whose columns are four apart
      divide_otherwise(writer, in, value + " / " + each, value + " % " + each + " * 4");
    }
  }
}

// A factor that is a constant as each length of a row, with its pad.
void other_row_lengths(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (!tokens.at(i).is("*") || !tokens.at(i - 1).ends_operand()) {
    return;
  }
  const Span factor = operand_beginning(tokens, i + 1);
  if (factor.last < factor.first || !is_constant(writer, factor)) {
    return;
  }
  const std::string own = writer.text(factor);
  for (const std::string& each : row_lengths(writer, i)) {
    if (each != own && "(" + each + ")" != own && each.find(' ') != each.npos) {
      writer.offer(factor, "(" + each + ")");
    }
  }
}

// Of a fragment's load or store, the length of its rows in memory.
void other_pitches(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (!tokens.at(i).is_any({"load_matrix_sync", "store_matrix_sync"})) {
    return;
  }
  const std::vector<Span> arguments = writer.outline().arguments(i + 1);
  if (arguments.size() < 3 || !writer.is_open(arguments[2].first)) {
    return;
  }
  const std::string own = writer.text(arguments[2]);
  std::vector<std::string> pitches = row_lengths(writer, i);
  for (const DeclaredName* each : writer.names().numbers(Name::parameter, i)) {
    pitches.emplace_back(each->name);
  }
  for (const std::string& each : pitches) {
    if (each != own) {
      writer.offer(arguments[2], each);
    }
  }
}

// A column that counts quads, in elements: q % 32 as q % 32 * 4.
void count_elements(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const Span value = writer.outline().declarator(i).value;
  if (value.last < value.first || writer.is_in_for(i) || !writer.is_open(value.first)) {
    return;
  }
  const bool is_part = tokens.find(value.first, {"%"}, {";", ",", "*", "?"}) > 0;
  const bool is_whole = tokens.find(value.first, {"*"}, {";", ","}) < 0;
  if (is_part && is_whole) {
    for (const int factor : small_factors(writer, writer.function_around(i))) {
      writer.offer(value, fmt::format("({}) * {}", writer.text(value), factor));
    }
  }
}

// A product of names that is assigned, by each constant more: elements in place of phases.
void multiply_product(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const int end = writer.outline().semicolon(i);
  const DeclaredName* const name = writer.names().meaning(i - 1);
  if (!tokens.at(i).is("=") || end < i + 4 || name == nullptr || name->type != "int" ||
      writer.is_in_for(i)) {
    return;
  }
  bool is_product = false;
  for (int j = i + 1; j < end; ++j) {
    is_product |= tokens.at(j).is("*");
    if (!tokens.at(j).is_any({"*", "."}) && tokens.at(j).kind != TokenKind::identifier) {
      return;
    }
  }
  for (const DeclaredName* each : writer.names().numbers(Name::constant, i)) {
    if (is_product) {
      const std::string now = fmt::format("{} * {}", writer.text({i + 1, end - 1}), each->name);
      writer.offer({i + 1, end - 1}, now);
    }
  }
}

// An index or argument as a loop's variable: [0] as [p].
void number_as_loops(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const bool is_alone =
      tokens.at(i - 1).is_any({"[", ","}) && tokens.at(i + 1).is_any({"]", ",", ")"});
  const int open = writer.outline().bracket_around(i);
  if (!tokens.at(i).is("0") || !is_alone || open < 0 || !encloses_place(writer, open)) {
    return;
  }
  for (const DeclaredName* each : writer.names().numbers(Name::local, i)) {
    if (writer.is_in_for(each->at)) {
      writer.replace_tokens(writer.around(i), {{i, std::string(each->name)}});
    }
  }
}

// [x] as [x * 4], where x counts quads.
void index_by_quads(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const DeclaredName* const name = writer.names().meaning(i);
  if (name == nullptr || name->type != "int" || name->kind != Name::local ||
      !tokens.at(i - 1).is("[") || !tokens.at(i + 1).is("]")) {
    return;
  }
  for (const int factor : small_factors(writer, writer.function_around(i))) {
    writer.replace_tokens(writer.around(i), {{i, fmt::format("{} * {}", name->name, factor)}});
  }
}

// x + 1 as x + c, for each constant.
void number_as_constants(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const bool is_small = tokens.at(i).is_any({"1", "2", "4", "8"});
  if (!is_small || !tokens.at(i - 1).is_any({"+", "-"}) || !tokens.at(i - 2).ends_operand() ||
      tokens.at(i + 1).is_any({"*", "/", "%"})) {
    return;
  }
  for (const DeclaredName* each : writer.names().numbers(Name::constant, i)) {
    writer.replace_tokens(writer.around(i), {{i, std::string(each->name)}});
  }
}

}  // namespace

void change_factors(ChangeWriter& writer) {
  for (const Division& each : divisions_of(writer)) {
    change_division(writer, each);
  }
  writer.at_each([&](int i) {
    if (const DeclaredName* const name = writer.names().declared_at(i);
        name != nullptr && name->type == "int") {
      count_elements(writer, i);
    }
    multiply_product(writer, i);
    other_row_lengths(writer, i);
    other_pitches(writer, i);
  });
  writer.at_each([&](int i) {
    halve_or_double(writer, i);
    number_as_constants(writer, i);
    number_as_loops(writer, i);
    index_by_quads(writer, i);
  });
}

void put_in_factors(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  writer.at_each([&](int i) {
    const DeclaredName* const name = writer.names().meaning(i);
    if (name == nullptr || name->type != "int" || name->kind != Name::local ||
        writer.names().declared_at(i) != nullptr || writer.is_in_for(i) || !is_term(tokens, i) ||
        rounds_up(writer, i)) {
      return;
    }
    for (const int factor : small_factors(writer, writer.function_around(i))) {
      writer.replace_tokens(writer.around(i), {{i, fmt::format("{} * {}", name->name, factor)}});
    }
    if (!writer.is_in_for(name->at)) {  // those of loops have them already
      for (const DeclaredName* each : writer.names().numbers(Name::constant, i)) {
        const std::string product = fmt::format("{} * {}", name->name, each->name);
        writer.replace_tokens(writer.around(i), {{i, product}});
      }
    }
  });
}

}  // namespace gemmlab
