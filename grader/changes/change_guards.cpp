#include "grader/changes/change_guards.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/index_range.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {
namespace {

using simt::Tokens;
using Name = DeclaredName::Kind;

// Of an element x[(row) * width + col]
struct Element {
  Span row, col;
  const DeclaredName* width = nullptr;
};

Span without_parentheses(const Tokens& tokens, Span span) {
  const bool is_in_one =
      tokens.at(span.first).is("(") && tokens.at(span.first).partner == span.last;
  return is_in_one ? without_parentheses(tokens, {span.first + 1, span.last - 1}) : span;
}

std::optional<Element> element_at(const ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const DeclaredName* const matrix = writer.names().meaning(i);
  if (matrix == nullptr || matrix->kind != Name::parameter || !matrix->type.ends_with('*') ||
      !tokens.at(i + 1).is("[")) {
    return std::nullopt;
  }
  const int end = tokens.at(i + 1).partner;
  int times = -1, plus = -1;  // outside of parentheses
  for (int j = i + 2; j < end; j = std::max(j, tokens.at(j).partner) + 1) {
    if (tokens.at(j).is("*") && times < 0 && plus < 0) {
      times = j;
    } else if (tokens.at(j).is("+") && times >= 0 && plus < 0) {
      plus = j;
    } else if (tokens.at(j).is_any({"*", "/", "%", "-", "?", "[", ","})) {
      return std::nullopt;
    }
  }
  const bool is_usual = times > i + 2 && plus == times + 2 && plus + 1 < end;
  const DeclaredName* const width = is_usual ? writer.names().meaning(times + 1) : nullptr;
  if (width == nullptr || width->kind != Name::parameter) {
    return std::nullopt;
  }
  return Element{without_parentheses(tokens, {i + 2, times - 1}),
                 without_parentheses(tokens, {plus + 1, end - 1}), width};
}

// Where a ? has its condition; one in parentheses without them.
Span condition_before(const ChangeWriter& writer, int question) {
  const Tokens& tokens = writer.tokens();
  int first = question;
  while (!tokens.at(first - 1).is_any({"=", "(", "[", "{", ",", ";", "return"}) &&
         !tokens.at(first - 1).text.empty()) {
    const int partner = tokens.at(first - 1).partner;
    first = partner >= 0 ? std::min(partner, first - 1) : first - 1;
  }
  return without_parentheses(tokens, {first, question - 1});
}

// Whether code at a token can name all of an expression.
bool is_known_at(const ChangeWriter& writer, Span span, int token) {
  const NamesInScope& names = writer.names();
  for (int i = span.first; i <= span.last; ++i) {
    const DeclaredName* const name = names.meaning(i);
    if (name != nullptr && names.visible(name->name, token) != name) {
      return false;
    }
  }
  return true;
}

// A flag's own condition; else the condition itself.
Span where_it_is_set(const ChangeWriter& writer, Span condition) {
  const DeclaredName* const flag = writer.names().meaning(condition.first);
  if (condition.first != condition.last || flag == nullptr || flag->type != "bool") {
    return condition;
  }
  const Span value = writer.outline().declarator(flag->at).value;
  return value.last >= value.first ? value : condition;
}

// With each other extent for the rows: which one it is depends on the matrix. Another access may
// share a flag: so also where it is used.
void guard_by_index(ChangeWriter& writer, Span condition, const Element& element) {
  const Span set = where_it_is_set(writer, condition);
  std::vector<Span> targets = {set};
  if (set.first != condition.first) {
    targets.push_back(condition);
  }
  for (const Span& target : targets) {
    if (target.last < target.first || !writer.is_open(target.first) ||
        !is_known_at(writer, element.row, target.first) ||
        !is_known_at(writer, element.col, target.first)) {
      continue;
    }
    for (const DeclaredName* rows : writer.names().numbers(Name::parameter, target.first)) {
      const std::string now =
          fmt::format("{} < {} && {} < {}", writer.text(element.row), rows->name,
                      writer.text(element.col), element.width->name);
      if (rows != element.width && now != writer.text(target) && !writer.is_full()) {
        writer.offer(target, now);
      }
    }
  }
}

// Where the index of an element of a pointer's array is a sum with that name in it; a variable that
// holds such a sum stands for it. Empty: elsewhere, or not such a sum.
Span sum_with(const ChangeWriter& writer, int array, std::string_view name) {
  const Tokens& tokens = writer.tokens();
  const DeclaredName* const pointer = writer.names().meaning(array);
  if (pointer == nullptr || !pointer->type.ends_with('*') || !tokens.at(array + 1).is("[")) {
    return {0, -1};
  }
  Span sum{array + 2, tokens.at(array + 1).partner - 1};
  const DeclaredName* const index = writer.names().meaning(sum.first);
  if (sum.first == sum.last && index != nullptr && index->kind == Name::local) {
    sum = writer.outline().declarator(index->at).value;
  }
  const auto is_of_sum = [&](int i) {
    const simt::Token& token = tokens.at(i);
    return token.is_any({"+", "."}) || token.kind == simt::TokenKind::identifier;
  };
  const bool has_name =
      any_index(sum.first, sum.last + 1, [&](int i) { return tokens.at(i).is(name); });
  return sum.first < sum.last && has_name && every_index(sum.first, sum.last + 1, is_of_sum)
             ? sum
             : Span{0, -1};
}

// i < n as first + i < n, where an element first + i is accessed: the guard asks about another one.
void guard_by_whole_index(ChangeWriter& writer, Span condition, Span body) {
  const Tokens& tokens = writer.tokens();
  if (condition.last != condition.first + 2 || !tokens.at(condition.first + 1).is("<") ||
      !writer.is_open(condition.first)) {
    return;
  }
  const std::string_view name = tokens.at(condition.first).text;
  std::string last;
  for (int j = body.first; j <= body.last; ++j) {
    const Span sum = sum_with(writer, j, name);
    if (sum.last < sum.first || !is_known_at(writer, sum, condition.first) || writer.is_full()) {
      continue;
    }
    const std::string now =
        writer.text(sum) + " < " + writer.text({condition.last, condition.last});
    if (now != last) {
      writer.offer(condition, now);
      last = now;
    }
  }
}

// c ? x : 1.0f as c ? x : 0.0f, and all such of the function.
void zero_otherwise(ChangeWriter& writer, int question) {
  const Tokens& tokens = writer.tokens();
  const int colon = tokens.find(question, {":"}, {";", "{"});
  const simt::Token& value = tokens.at(colon + 1);
  if (colon < 0 || value.kind != simt::TokenKind::number ||
      value.text.find_first_not_of("0.f") == value.text.npos ||
      !tokens.at(colon + 2).is_any({";", ",", ")"})) {
    return;
  }
  const Span whole{colon + 1, colon + 1};
  const std::string either = writer.add_also_everywhere(colon + 1, "0 otherwise",
                                                        writer.text({colon, colon + 1}), ": 0.0f");
  writer.wrap(whole, fmt::format("({} ? 0 : (", either), "))");
}

}  // namespace

void change_guards(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  writer.at_each([&](int i) {
    if (tokens.at(i).is("?")) {
      zero_otherwise(writer, i);
      if (const auto element = element_at(writer, i + 1)) {
        guard_by_index(writer, condition_before(writer, i), *element);
      }
    } else if (tokens.at(i).is_any({"if", "while"}) && tokens.at(i + 1).is("(")) {
      const Span body = writer.outline().body_of(i);
      guard_by_whole_index(writer, {i + 2, tokens.at(i + 1).partner - 1}, body);
      if (tokens.at(i).is("while")) {
        return;
      }
      for (int j = body.first; j <= body.last; ++j) {
        if (const auto element = element_at(writer, j)) {
          guard_by_index(writer, {i + 2, tokens.at(i + 1).partner - 1}, *element);
          break;
        }
      }
    } else if (tokens.at(i).is("for") && tokens.at(i + 1).is("(")) {
      const int first = tokens.find(i + 2, {";"}, {"{"});
      const int second = first < 0 ? -1 : tokens.find(first + 1, {";"}, {"{"});
      if (second > 0 && second < tokens.at(i + 1).partner) {
        guard_by_whole_index(writer, {first + 1, second - 1}, writer.outline().body_of(i));
      }
    }
  });
}

}  // namespace gemmlab
