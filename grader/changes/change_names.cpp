#include "grader/changes/change_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/change_writer.h"
#include "grader/changes/names_in_scope.h"
#include "grader/changes/tiles/tile_text.h"
#include "grader/core/facts/check.h"

namespace gemmlab {
namespace {

using simt::Token;
using simt::Tokens;

// Of two with the same value, first what has a similar name, or is used nearby.
void sort_by_nearness(const ChangeWriter& writer, const DeclaredName& name, int i,
                      std::vector<const DeclaredName*>& others) {
  const auto distance = [&](const DeclaredName* other) {
    constexpr int kFar = 100;  // tokens
    const auto same = std::ranges::mismatch(other->name, name.name).in1 - other->name.begin();
    int away = 1;
    while (away < kFar && !writer.tokens().at(i - away).is(other->name) &&
           !writer.tokens().at(i + away).is(other->name)) {
      ++away;
    }
    return std::pair(same < 3 ? 0 : -same, away);
  };
  std::ranges::stable_sort(others, {}, distance);
}

enum class Which { no_locals, alike_locals, other_locals };

void other_names(ChangeWriter& writer, int i, Which which) {
  const DeclaredName* const name = writer.names().meaning(i);
  const auto is_left_out = [&](const DeclaredName* other) {
    const bool is_alike = are_alike(name->name, other->name);
    return writer.outline().declarator(other->at).value.holds(i) ||
           (which != Which::no_locals && is_alike != (which == Which::alike_locals));
  };
  if (name == nullptr || name->type == "dim3" || is_set(writer.tokens(), i) ||
      (name->kind == DeclaredName::Kind::local) != (which != Which::no_locals) ||
      writer.names().declared_at(i) != nullptr ||
      (name->kind == DeclaredName::Kind::constant && rounds_up(writer, i))) {
    return;
  }
  std::vector<const DeclaredName*> others = writer.names().others(*name, i);
  const Token& before = writer.tokens().at(i - 1);
  if (writer.is_in_for(i) && before.is_any({"<", "="}) && name->type == "int") {  // it ends there
    const bool is_constant = name->kind == DeclaredName::Kind::constant;
    const auto ends = writer.names().numbers(
        is_constant ? DeclaredName::Kind::parameter : DeclaredName::Kind::constant, i);
    others.insert(others.end(), ends.begin(), ends.end());
  }
  sort_by_nearness(writer, *name, i, others);
  for (const DeclaredName* other : others) {
    if (!is_left_out(other) && !writer.is_term_beside(i, other->name)) {
      writer.replace_tokens(writer.around(i), {{i, std::string(other->name)}});
    }
  }
}

std::string other_axis(const Tokens& tokens, int i) {
  return std::string(tokens.at(i).text) + (tokens.at(i + 2).is("x") ? ".y" : ".x");
}

// blockDim.x for gridDim.x, threadIdx.x for blockIdx.x, and the reverse.
std::string other_level(const Tokens& tokens, int i) {
  static const std::map<std::string_view, std::string> kOthers{{"gridDim", "blockDim"},
                                                               {"blockDim", "gridDim"},
                                                               {"threadIdx", "blockIdx"},
                                                               {"blockIdx", "threadIdx"}};
  return kOthers.at(tokens.at(i).text) + "." + std::string(tokens.at(i + 2).text);
}

// The block's size as a constant, such as that of its tile.
void constants_for_block(ChangeWriter& writer, int i) {
  if (writer.tokens().at(i).is("blockDim")) {
    for (const DeclaredName* each : writer.names().numbers(DeclaredName::Kind::constant, i)) {
      writer.replace_tokens(writer.around(i), {{i, std::string(each->name)}});
    }
  }
}

// A whole number of up to four digits; -1: none.
int value_of(const Token& token) {
  constexpr std::string_view kDigits = "0123456789";
  const bool is_whole = !token.text.empty() && token.text.size() <= 4 &&
                        token.text.find_first_not_of(kDigits) == token.text.npos;
  return is_whole ? std::stoi(std::string(token.text)) : -1;
}

// A number with its sign, told as left out; in its place stands one that does nothing there.
void leave_out_number(ChangeWriter& writer, int i, int nothing) {
  const Span shown = writer.told_apart(writer.around(i));
  writer.replace_as(writer.text(shown), writer.text(shown, {{i - 1, ""}, {i, ""}}),
                    {{i, std::to_string(nothing)}});
  writer.mark_as(Likeness::shorter);
}

// A digit as the one before or behind it; a number of several as one more or less of the smallest
// of its function, such as the step from output to output.
void other_numbers(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const int value = value_of(tokens.at(i)), function = writer.function_around(i);
  const bool is_loose = !tokens.at(i - 1).is_any({"(", ","}) || tokens.at(i + 1).is_any({"+", "-"});
  const bool is_digit = value <= 5;
  if (value < 0 || (is_digit && !is_loose)) {
    return;
  }
  int step = is_digit ? 1 : value;
  for (int j = function; !is_digit && j < tokens.at(function).partner; ++j) {
    const int other = value_of(tokens.at(j));
    step = other > 1 ? std::min(step, other) : step;
  }
  const bool has_operand = tokens.at(i - 2).ends_operand();
  if (value > 1 && tokens.at(i - 1).is("*") && has_operand) {
    leave_out_number(writer, i, 1);
  }
  // Halves and doubles, as of the lanes that a shuffle reaches
  const bool is_power = value >= 2 && (value & (value - 1)) == 0 && writer.is_in_for(i) &&
                        tokens.at(i - 1).is("=") && tokens.at(i + 1).is(";");
  for (const int other :
       {is_power ? 2 * value : value + step, is_power ? value / 2 : value - step}) {
    // A term of 0, or a factor of 1, is told as what it is: left out.
    const bool is_nothing = (other == 0 && tokens.at(i - 1).is_any({"+", "-"})) ||
                            (other == 1 && tokens.at(i - 1).is_any({"*", "/"}));
    if (other < 0 || !(is_digit || is_power || step < value)) {
      continue;
    }
    if (is_nothing && has_operand) {
      leave_out_number(writer, i, other);
    } else {
      writer.replace_tokens(writer.around(i), {{i, std::to_string(other)}});
    }
  }
}

// x * c as x, for a constant c: at each place, and everywhere in a function.
void leave_out_factor(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const DeclaredName *const name = writer.names().meaning(i), *const factor =
                                                                  writer.names().meaning(i + 2);
  if (!tokens.at(i + 1).is("*") || name == nullptr || name->type != "int" || factor == nullptr ||
      factor->kind != DeclaredName::Kind::constant || tokens.at(i - 1).is_any({"*", "/", "%"})) {
    return;
  }
  const std::string was = writer.text({i, i + 2}), now(name->name);
  const std::string product = fmt::format("{} * {}", now, factor->name);
  const std::string either = writer.add_also_everywhere(i, product, was, now);
  writer.wrap({i, i + 2}, fmt::format("({} ? {} : (", either, now), "))");
}

// Where these tokens name each variable, as far as they can change.
std::map<const DeclaredName*, std::vector<int>> uses_in(const ChangeWriter& writer, Span span) {
  std::map<const DeclaredName*, std::vector<int>> uses;
  for (int i = span.first; i <= span.last; ++i) {
    const DeclaredName* const name = writer.names().meaning(i);
    if (name != nullptr && writer.is_open(i)) {
      uses[name].push_back(i);
    }
  }
  return uses;
}

// Each pair of alike names, exchanged within these tokens.
void exchange_names(ChangeWriter& writer, Span span) {
  const auto uses = uses_in(writer, span);
  for (auto one = uses.begin(); one != uses.end(); ++one) {
    for (auto other = std::next(one); other != uses.end(); ++other) {
      if (!one->first->is_like(*other->first)) {
        continue;
      }
      Replacements exchanged;
      for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
        for (const int i : from->second) {
          exchanged[i] = to->first->name;
        }
      }
      writer.replace_tokens(span, exchanged);
    }
  }
}

// All of a function's threadIdx, or blockIdx: x for y.
void exchange_axes(ChangeWriter& writer, std::string_view index) {
  const Tokens& tokens = writer.tokens();
  std::map<int, Replacements> by_function;
  writer.at_each([&](int i) {
    if (tokens.at(i).is(index) && is_axis(tokens, i)) {
      by_function[writer.function_around(i)][i] = other_axis(tokens, i);
    }
  });
  for (const auto& [function, exchanged] : by_function) {
    const int first = exchanged.begin()->first;
    const bool are_both = std::ranges::any_of(exchanged, [&](const auto& each) {
      return each.second == writer.text({first, first + 2});
    });
    writer.replace_tokens({first, first + 2}, exchanged,
                          are_both ? ChangeKind::axes : ChangeKind::replaced);
    writer.mark_as_mapping();
  }
}

// The same of all that say where a thread is: who exchanged x and y did so in each of them.
void exchange_all_axes(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  std::map<int, Replacements> by_function;
  std::map<int, std::set<std::string_view>> indices;  // threadIdx, blockIdx, blockDim, gridDim
  writer.at_each([&](int i) {
    if (is_axis(tokens, i)) {
      by_function[writer.function_around(i)][i] = other_axis(tokens, i);
      indices[writer.function_around(i)].insert(tokens.at(i).text);
    }
  });
  for (const auto& [function, exchanged] : by_function) {
    if (indices[function].size() > 1 && exchanged.size() > 2) {
      writer.replace_as("x", "y", exchanged, ChangeKind::axes);
      writer.mark_as_mapping();
    }
  }
}

// One constant for another in all of a block.
void rename_constants(ChangeWriter& writer, int open) {
  constexpr std::size_t kMost = 4;
  for (const auto& [name, at] : uses_in(writer, {open, writer.tokens().at(open).partner})) {
    if (name->kind != DeclaredName::Kind::constant || at.size() < 2 || at.size() > kMost) {
      continue;
    }
    std::vector<const DeclaredName*> others = writer.names().others(*name, open);
    sort_by_nearness(writer, *name, at.front(), others);
    for (const DeclaredName* other : others) {
      Replacements renamed;
      for (const int i : at) {
        renamed[i] = other->name;
      }
      writer.replace_tokens({at.front(), at.front()}, renamed);
    }
  }
}

// t[x][y] as t[y][x].
void exchange_subscripts(ChangeWriter& writer, int open) {
  const Tokens& tokens = writer.tokens();
  const int next = tokens.at(open).partner + 1;
  if (tokens.at(next).is("[") && !tokens.at(open - 1).is("]")) {
    writer.exchange({open - 1, tokens.at(next).partner}, {open + 1, next - 2},
                    {next + 1, tokens.at(next).partner - 1}, "");
  }
}

}  // namespace

void change_names(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  writer.at_each([&](int i) {
    leave_out_factor(writer, i);
    if (is_axis(tokens, i)) {
      constants_for_block(writer, i);
      writer.replace_tokens(writer.around(i), {{i, other_axis(tokens, i)}});
      writer.mark_as_mapping();
      writer.replace_tokens(writer.around(i), {{i, other_level(tokens, i)}});
    } else if (tokens.at(i).is("(") &&
               (writer.outline().opens_arguments(i) || tokens.at(i - 1).is("if"))) {
      exchange_names(writer, {i + 1, tokens.at(i).partner - 1});
    } else if (tokens.at(i).is("[") && tokens.at(i).partner > i) {
      exchange_names(writer, {i + 1, tokens.at(i).partner - 1});
      exchange_subscripts(writer, i);
    } else if (tokens.at(i).is("{") && tokens.at(i).partner > i) {
      rename_constants(writer, i);
    } else if (tokens.at(i).is("=") && writer.outline().semicolon(i) > 0) {
      exchange_names(writer, {i + 1, writer.outline().semicolon(i) - 1});
    }
  });
  exchange_axes(writer, "threadIdx");
  exchange_axes(writer, "blockIdx");
  exchange_all_axes(writer);
  writer.at_each([&](int i) { other_names(writer, i, Which::no_locals); });
  writer.at_each([&](int i) { other_numbers(writer, i); });
  writer.at_each([&](int i) { other_names(writer, i, Which::alike_locals); });
  writer.at_each([&](int i) { other_names(writer, i, Which::other_locals); });  // the most at last
}

}  // namespace gemmlab
