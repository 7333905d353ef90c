// Another variable, axis or number at a place; two variables exchanged; one renamed in a block;
// what an index may lack, such as a factor.
#include <fmt/format.h>

#include "grader/changes/change_writer.h"

namespace gemmlab {
namespace {

using simt::Token;
using simt::Tokens;

// Whether the variable at a token is set, or has its address taken.
bool is_set(const Tokens& is, int i) {
  const Token &before = is.at(i - 1), &after = is.at(i + 1);
  const bool is_sum = after.is_any({"+", "-", "*", "/"}) && is.at(i + 2).is_any({"=", "+"});
  const bool is_stepped = before.is_any({"+", "-"}) && is.at(i - 2).is_any({"+", "-"});
  return (after.is("=") && !is.at(i + 2).is("=")) || before.is("&") || is_sum || is_stepped;
}

void other_names(ChangeWriter& writer, int i, bool are_locals) {
  const DeclaredName* const name = writer.names().meaning(i);
  if (name == nullptr || name->type == "dim3" || is_set(writer.tokens(), i) ||
      (name->kind == DeclaredName::Kind::local) != are_locals ||
      writer.names().declared_at(i) != nullptr) {
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
  for (const DeclaredName* other : others) {
    writer.put(writer.around(i), {{i, std::string(other->name)}});
  }
}

std::string other_axis(const Tokens& is, int i) {
  return std::string(is.at(i).text) + (is.at(i + 2).is("x") ? ".y" : ".x");
}

// blockDim.x for gridDim.x, threadIdx.x for blockIdx.x, and the reverse.
std::string other_level(const Tokens& is, int i) {
  static const std::map<std::string_view, std::string> kOthers{{"gridDim", "blockDim"},
                                                               {"blockDim", "gridDim"},
                                                               {"threadIdx", "blockIdx"},
                                                               {"blockIdx", "threadIdx"}};
  return kOthers.at(is.at(i).text) + "." + std::string(is.at(i + 2).text);
}

void other_numbers(ChangeWriter& writer, int i) {
  const Tokens& is = writer.tokens();
  const bool is_loose = !is.at(i - 1).is_any({"(", ","}) || is.at(i + 1).is_any({"+", "-"});
  constexpr std::array<std::string_view, 6> kDigits{"0", "1", "2", "3", "4", "5"};
  const std::size_t digit = std::ranges::find(kDigits, is.at(i).text) - kDigits.begin();
  for (const std::size_t other : {digit + 1, digit - 1}) {
    if (is_loose && digit < kDigits.size() && other < kDigits.size()) {
      writer.put(writer.around(i), {{i, std::string(kDigits[other])}});
    }
  }
}

// x * c as x, for a constant c: at each place, and everywhere in a function.
void leave_out_factor(ChangeWriter& writer, int i) {
  const Tokens& is = writer.tokens();
  const DeclaredName *const name = writer.names().meaning(i), *const factor =
                                                                  writer.names().meaning(i + 2);
  if (!is.at(i + 1).is("*") || name == nullptr || name->type != "int" || factor == nullptr ||
      factor->kind != DeclaredName::Kind::constant || is.at(i - 1).is_any({"*", "/", "%"})) {
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
      writer.put(span, exchanged);
    }
  }
}

// All of a function's threadIdx, or blockIdx: x for y.
void exchange_axes(ChangeWriter& writer, std::string_view index) {
  const Tokens& is = writer.tokens();
  std::map<int, Replacements> by_function;
  writer.at_each([&](int i) {
    if (is.at(i).is(index) && is_axis(is, i)) {
      by_function[writer.names().function_around(i)][i] = other_axis(is, i);
    }
  });
  for (const auto& [function, exchanged] : by_function) {
    const int first = exchanged.begin()->first;
    writer.put({first, first + 2}, exchanged);
  }
}

// One constant for another in all of a block.
void rename_constants(ChangeWriter& writer, int open) {
  constexpr std::size_t kMost = 4;
  for (const auto& [name, at] : uses_in(writer, {open, writer.tokens().at(open).partner})) {
    if (name->kind != DeclaredName::Kind::constant || at.size() < 2 || at.size() > kMost) {
      continue;
    }
    for (const DeclaredName* other : writer.names().others(*name, open)) {
      Replacements renamed;
      for (const int i : at) {
        renamed[i] = other->name;
      }
      writer.put({at.front(), at.front()}, renamed);
    }
  }
}

// t[x][y] as t[y][x].
void exchange_subscripts(ChangeWriter& writer, int open) {
  const Tokens& is = writer.tokens();
  const int next = is.at(open).partner + 1;
  if (is.at(next).is("[") && !is.at(open - 1).is("]")) {
    writer.exchange({open - 1, is.at(next).partner}, {open + 1, next - 2},
                    {next + 1, is.at(next).partner - 1}, "");
  }
}

using Name = DeclaredName::Kind;

// Between [ and ], or in what a number is declared with: it may become an index.
bool is_in_index(const ChangeWriter& writer, int i) {
  const NamesInScope& names = writer.names();
  for (int j = i; !writer.tokens().at(j).is_any({";", "{", "}", ","}); --j) {
    if (names.declared_at(j) != nullptr) {
      return names.declared_at(j)->type == "int" && !writer.is_in_for(j);
    }
  }
  for (int at = names.bracket_around(i); at >= 0; at = names.bracket_around(at)) {
    if (!writer.tokens().at(at).is("(")) {
      return writer.tokens().at(at).is("[");
    }
  }
  return false;
}

void put_multiples(ChangeWriter& writer, int i, const std::string& what, Name factors) {
  for (const DeclaredName* factor : writer.names().numbers(factors, i)) {
    writer.put(writer.around(i), {{i, fmt::format("({} * {})", what, factor->name)}});
  }
}

// x as x + y; of loops' variables also multiples.
void add_terms(ChangeWriter& writer, int i, const DeclaredName& name) {
  const std::string own(name.name);
  if (writer.is_in_for(name.at)) {
    put_multiples(writer, i, own, Name::constant);
  }
  if (!is_in_index(writer, i)) {
    return;
  }
  for (const DeclaredName* other : writer.names().numbers(Name::local, i)) {
    const std::string sum = fmt::format("{} + {}", own, other->name);
    if (other != &name) {
      writer.put(writer.around(i), {{i, "(" + sum + ")"}});
    }
    if (other != &name && writer.is_in_for(other->at)) {
      put_multiples(writer, i, sum, Name::constant);
    }
  }
}

// x < end as t + threadIdx < end, for a loop's t, or a multiple: the element that is loaded there.
void compare_loaded(ChangeWriter& writer, int i) {
  const NamesInScope& names = writer.names();
  for (const DeclaredName* loop : names.numbers(Name::local, i)) {
    for (const DeclaredName* own : names.numbers(Name::local, i)) {
      if (!writer.is_in_for(loop->at) || !is_axis(writer.tokens(), own->at + 2)) {
        continue;
      }
      writer.put(writer.around(i), {{i, fmt::format("({} + {})", loop->name, own->name)}});
      put_multiples(writer, i, fmt::format("{} + {}", own->name, loop->name), Name::constant);
    }
  }
}

// x * c + y as x + y * d, and the reverse: outputs that are apart, or next to each other.
void spread(ChangeWriter& writer, int i) {
  const simt::Tokens& is = writer.tokens();
  const bool is_factor_first = is.at(i + 1).is("*") && is.at(i + 3).is("+");
  const bool is_factor_last = is.at(i + 1).is("+") && is.at(i + 3).is("*");
  const DeclaredName* const factor = writer.names().meaning(is_factor_first ? i + 2 : i + 4);
  if (!(is_factor_first || is_factor_last) || factor == nullptr || factor->kind != Name::constant ||
      is.at(i - 1).is_any({"*", "/"})) {
    return;
  }
  const std::string x = writer.text({i, i}), y = writer.text({i + 2, i + 2});
  const std::string last = writer.text({i + 4, i + 4});
  const Span whole{i, i + 4};
  for (const DeclaredName* other : writer.names().numbers(Name::constant, i)) {
    const std::string now = is_factor_first ? fmt::format("{} + {} * {}", x, last, other->name)
                                            : fmt::format("{} * {} + {}", x, other->name, y);
    const int number = writer.add(i, writer.text(whole), now);
    writer.wrap(whole, fmt::format("({} ? {} : (", writer.chosen(number), now), "))");
  }
}

}  // namespace

void change_names(ChangeWriter& writer) {
  const Tokens& is = writer.tokens();
  writer.at_each([&](int i) {
    leave_out_factor(writer, i);
    if (is_axis(is, i)) {
      writer.put(writer.around(i), {{i, other_axis(is, i)}});
      writer.put(writer.around(i), {{i, other_level(is, i)}});
    } else if (is.at(i).is("(") && (writer.is_call(i) || is.at(i - 1).is("if"))) {
      exchange_names(writer, {i + 1, is.at(i).partner - 1});
    } else if (is.at(i).is("[") && is.at(i).partner > i) {
      exchange_names(writer, {i + 1, is.at(i).partner - 1});
      exchange_subscripts(writer, i);
    } else if (is.at(i).is("{") && is.at(i).partner > i) {
      rename_constants(writer, i);
    } else if (is.at(i).is("=") && writer.end_of_statement(i) > 0) {
      exchange_names(writer, {i + 1, writer.end_of_statement(i) - 1});
    }
  });
  exchange_axes(writer, "threadIdx");
  exchange_axes(writer, "blockIdx");
  writer.at_each([&](int i) { other_names(writer, i, false); });
  writer.at_each([&](int i) { other_numbers(writer, i); });
  writer.at_each([&](int i) { other_names(writer, i, true); });  // the most at last
}

void change_indices(ChangeWriter& writer) {
  writer.at_each([&](int i) {
    const DeclaredName* const name = writer.names().meaning(i);
    if (name == nullptr || name->type != "int" || writer.names().declared_at(i) != nullptr) {
      return;
    }
    const bool steps = writer.tokens().at(i - 1).is("=") && writer.tokens().at(i - 2).is("+");
    if (name->kind == Name::constant && steps) {
      put_multiples(writer, i, std::string(name->name), Name::parameter);
    } else if (name->kind == Name::local && !writer.is_in_for(i)) {
      spread(writer, i);
      add_terms(writer, i, *name);
      if (writer.tokens().at(i + 1).is("<")) {
        compare_loaded(writer, i);
      }
    }
  });
}

}  // namespace gemmlab
