#include "grader/changes/change_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/change_writer.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {
namespace {

using simt::Token;
using simt::Tokens;

// Operands joined by one sign, && or ||; a single one has none.
struct Condition {
  std::vector<Span> operands;
  std::string sign;

  Span whole() const { return {operands.front().first, operands.back().last}; }
  std::string joined(const ChangeWriter& writer, const std::string& by, int without = -1) const {
    std::string all;
    for (const Span& each : operands) {
      if (each.first != without) {
        all += (all.empty() ? "" : " " + by + " ") + writer.text(each);
      }
    }
    return all;
  }
};

// The one that begins at a token; empty if it is mixed.
Condition condition_from(const Tokens& tokens, int first) {
  Condition condition;
  for (int i = first;; i = std::max(i, tokens.at(i).partner) + 1) {
    const Token& token = tokens.at(i);
    const bool joins = token.is_any({"&", "|"}) && tokens.at(i + 1).text == token.text;
    if (joins || token.text.empty() || token.is_any({")", "]", "}", ";", ",", "?", ":"})) {
      condition.operands.push_back({first, i - 1});
      if (!joins) {
        return condition;
      }
      const std::string sign(2, token.text[0]);
      if (first == i || (!condition.sign.empty() && condition.sign != sign)) {
        return {};
      }
      condition.sign = sign;
      first = ++i + 1;
    }
  }
}

bool begins_condition(const ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const Token& before = tokens.at(i - 1);
  const bool is_inside = before.is("(") && (tokens.at(i - 2).is_any({"if", "while"}) ||
                                            tokens.at(before.partner + 1).is("?"));
  const bool is_value =
      before.is("=") && !tokens.at(i - 2).is_any({"=", "<", ">", "!"}) && !tokens.at(i).is("=");
  return is_inside || is_value || before.is("return") || (before.is(";") && writer.is_in_for(i));
}

constexpr int kMostLookedAt = 64;

// Comparisons elsewhere in the function that could be made here, too, and are not; also with the
// other thread index.
std::vector<std::string> guards_beside(const ChangeWriter& writer, Span condition) {
  constexpr std::size_t kMost = 12;
  int looked_at = 0;
  const Tokens& tokens = writer.tokens();
  const NamesInScope& names = writer.names();
  std::vector<std::string> found;
  const std::string own = writer.text(condition);
  const int function = writer.function_around(condition.first);
  for (int i = function; i < tokens.at(function).partner && found.size() < kMost; ++i) {
    if (!tokens.at(i).is("<") || tokens.at(i + 1).is_any({"<", "="}) || writer.is_in_for(i) ||
        !writer.is_open(i) || ++looked_at > kMostLookedAt) {
      continue;
    }
    const Span span = writer.around(i);
    bool is_known = true;
    Replacements other_axis;  // ty for tx
    for (int j = span.first; j <= span.last; ++j) {
      std::string name(tokens.at(j).text);
      if (names.meaning(j) == nullptr) {
        continue;
      }
      is_known &= names.visible(name, condition.first) != nullptr;
      name.back() ^= name.back() == 'x' || name.back() == 'y' ? 'x' ^ 'y' : 0;
      if (names.visible(name, condition.first) != nullptr) {
        other_axis[j] = name;
      }
    }
    for (const Replacements& replaced : {Replacements{}, other_axis}) {
      const std::string text = writer.text(span, replaced);
      if (is_known && own.find(text) == own.npos && std::ranges::find(found, text) == found.end()) {
        found.push_back(text);
      }
    }
  }
  return found;
}

// a < b, a <= b, a > b, a >= b
bool is_comparison(const Tokens& tokens, int i) {
  const bool is_shift =
      tokens.at(i).text == tokens.at(i + 1).text || tokens.at(i).text == tokens.at(i - 1).text;
  return tokens.at(i).is_any({"<", ">"}) && !is_shift;
}

// All comparisons of a condition with one more or less: `together`, by their tokens.
void change_all_comparisons(ChangeWriter& writer, Span whole, std::map<int, int>& together) {
  const Tokens& tokens = writer.tokens();
  Replacements others;
  std::vector<int> comparisons;
  for (int i = whole.first; i <= whole.last; ++i) {
    if (is_comparison(tokens, i)) {
      comparisons.push_back(i);
      const bool is_with_equal = tokens.at(i + 1).is("=");
      others[i] = std::string(tokens.at(i).text) + (is_with_equal ? "" : "=");
      if (is_with_equal) {
        others[i + 1] = "";
      }
    }
  }
  if (comparisons.size() >= 2) {
    const int all = writer.add(whole.first, writer.text(whole), writer.text(whole, others));
    for (const int i : comparisons) {
      together[i] = all;
    }
  }
}

void change_condition(ChangeWriter& writer, int i, std::map<int, int>& together) {
  const Tokens& tokens = writer.tokens();
  const Condition condition = condition_from(tokens, i);
  if (condition.operands.empty()) {
    return;
  }
  const Span whole = condition.whole();
  const Token& after = tokens.at(whole.last + 1);
  const bool is_single = condition.operands.size() == 1, is_flag = tokens.at(i - 3).is("bool");
  const DeclaredName* const name = whole.first == whole.last ? writer.names().meaning(i) : nullptr;
  const bool names_flag = name != nullptr && name->type == "bool";  // changed where it is declared
  const bool decides = tokens.at(i - 2).is("if") || is_flag || after.is("?") ||
                       (after.is(")") && tokens.at(whole.last + 2).is("?"));
  if (whole.last < whole.first || (is_single && (!decides || names_flag))) {
    return;
  }
  change_all_comparisons(writer, whole, together);
  const std::string was = writer.text(whole);
  const bool is_or = condition.sign == "||";
  const auto chosen = [&](const std::string& now) {
    return writer.chosen(writer.add(i, was, now));
  };
  const std::string otherwise = is_single ? "false" : condition.joined(writer, is_or ? "&&" : "||");
  const std::string never = chosen(otherwise);
  if (is_single) {  // it only leaves a path out
    writer.mark_as(Likeness::unlike);
  }
  std::string before = fmt::format("({} ? ({}) : (", never, otherwise), after_all = "))";
  if (!is_or) {
    for (const std::string& guard : guards_beside(writer, whole)) {
      before += "(";
      after_all =
          fmt::format(") && (!{} || ({})){}", chosen(was + " && " + guard), guard, after_all);
    }
  }
  if (is_flag && !is_single) {
    before = fmt::format("(!{} && {}", chosen("false"), before);
    after_all += ")";
  }
  writer.insert_before(whole.first, before);
  for (const Span& each : condition.operands) {
    const std::string rest = condition.joined(writer, condition.sign, each.first);
    const std::string left_out = chosen(is_single ? "true" : rest);
    if (is_single) {  // a comparison that is right in another way is likelier than none
      writer.mark_as(Likeness::unlike);
    }
    writer.wrap(each, is_or ? "(!" + left_out + " && (" : "(" + left_out + " || (", "))");
  }
  writer.insert_before(whole.last + 1, after_all);
}

// a < b as a <= b, and the other three, by one more or less.
void change_comparison(ChangeWriter& writer, int i, const std::map<int, int>& together) {
  const Tokens& tokens = writer.tokens();
  if (!is_comparison(tokens, i)) {
    return;
  }
  const bool is_less = tokens.at(i).is("<"), is_with_equal = tokens.at(i + 1).is("=");
  const int right = i + (is_with_equal ? 2 : 1);
  const Span shown = writer.around(i);
  const int number =
      writer.add(i, writer.text(shown),
                 fmt::format("{} {}{} {}", writer.text({shown.first, i - 1}), tokens.at(i).text,
                             is_with_equal ? "" : "=", writer.text({right, shown.last})));
  const auto all = together.find(i);
  writer.insert_before(
      right, fmt::format(" {}({}{}) + ", is_less == is_with_equal ? "-" : "", writer.chosen(number),
                         all == together.end() ? "" : " || " + writer.chosen(all->second)));
}

// A flag as one of the conditions that it joins; one of a single condition with another variable.
void take_part(ChangeWriter& writer, int i) {
  const NamesInScope& names = writer.names();
  const DeclaredName* const flag = names.meaning(i);
  const bool is_flag = flag != nullptr && flag->type == "bool" && flag->at < i &&
                       writer.tokens().at(flag->at + 1).is("=");
  const Condition parts = is_flag ? condition_from(writer.tokens(), flag->at + 2) : Condition();
  const auto put = [&](Span part, const Replacements& replaced) {
    writer.replace_tokens(writer.around(i), {{i, "(" + writer.text(part, replaced) + ")"}});
  };
  for (const Span& part : parts.operands) {
    if (!parts.sign.empty()) {
      put(part, {});
      continue;
    }
    for (int j = part.first; j <= part.last; ++j) {
      const DeclaredName* const name = names.meaning(j);
      for (const auto* other : name ? names.others(*name, i) : std::vector<const DeclaredName*>()) {
        put(part, {{j, std::string(other->name)}});
      }
    }
  }
}

}  // namespace

void change_conditions(ChangeWriter& writer) {
  std::map<int, int> together;
  writer.at_each([&](int i) {
    take_part(writer, i);
    if (begins_condition(writer, i)) {
      change_condition(writer, i, together);
    }
    change_comparison(writer, i, together);
  });
}

}  // namespace gemmlab
