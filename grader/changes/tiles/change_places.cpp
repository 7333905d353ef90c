#include "grader/changes/tiles/change_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/index_range.h"
#include "grader/changes/tiles/tile_text.h"

namespace gemmlab {
namespace {

using simt::Token;
using simt::TokenKind;
using simt::Tokens;
using Name = DeclaredName::Kind;

// How many elements the array has whose name is at a token, if a declaration of its function says
// so by a number of one digit; 0: another.
int stages_of(const ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const int function = writer.function_around(i);
  for (int at = function; at < i; ++at) {
    const Token& extent = tokens.at(at + 2);
    if (tokens.at(at).text == tokens.at(i).text && tokens.at(at + 1).is("[") &&
        tokens.at(at + 3).is("]") && tokens.at(at - 1).kind == TokenKind::identifier &&
        extent.is_any({"2", "3", "4"})) {
      return extent.text[0] - '0';
    }
  }
  return 0;
}

// The stage that is one further on, or more.
void other_stages(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (tokens.at(i).kind != TokenKind::identifier || !tokens.at(i + 1).is("[") ||
      tokens.at(i - 1).kind == TokenKind::identifier) {
    return;
  }
  const int stages = stages_of(writer, i), close = tokens.at(i + 1).partner;
  const Span index{i + 2, close - 1};
  const std::string own = writer.text(index);
  for (int further = 1; further < stages; ++further) {
    const bool is_number = tokens.at(i + 2).kind == TokenKind::number && index.first == index.last;
    const std::string now = is_number ? std::to_string((own[0] - '0' + further) % stages)
                                      : fmt::format("({} + {}) % {}", own, further, stages);
    const int number =
        writer.add(i, writer.text({i, close}), fmt::format("{}[{}]", tokens.at(i).text, now));
    writer.wrap(index, fmt::format("({} ? {} : (", writer.chosen(number), now), "))");
  }
}

// blockIdx.z for blockIdx.x, and such, in a file that knows the third axis.
void third_axis(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (!tokens.at(i).is_any({"blockIdx", "gridDim"}) || !tokens.at(i + 1).is(".")) {
    return;
  }
  for (const char* const axis : {"x", "y", "z"}) {
    const bool is_third = tokens.at(i + 2).is("z") || axis[0] == 'z';
    if (is_third && !tokens.at(i + 2).is(axis)) {
      const std::string now = fmt::format("{}.{}", tokens.at(i).text, axis);
      writer.offer({i, i + 2}, now);
    }
  }
}

bool knows_third_axis(const Tokens& tokens) {
  return any_index(0, tokens.size(), [&](int i) {
    return tokens.at(i).is_any({"blockIdx", "gridDim", "grid"}) && tokens.at(i + 1).is(".") &&
           tokens.at(i + 2).is("z");
  });
}

// x == y as x == y - 1, such as the last one's number, and x == y + 1.
void count_one_less(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const bool is_equal =
      tokens.at(i).is("=") && tokens.at(i + 1).is("=") && (tokens.at(i - 1).ends_operand());
  const Token& right = tokens.at(i + 2);
  const DeclaredName* const name = writer.names().meaning(i + 2);
  const bool is_number =
      right.is_any({"int", "gridDim", "blockDim"}) || (name != nullptr && name->type == "int");
  if (!is_equal || !is_number) {
    return;
  }
  const Span whole = writer.expression_around(i);
  const std::string was = writer.text(whole);
  const int less = writer.add(i, was, was + " - 1"), more = writer.add(i, was, was + " + 1");
  writer.insert_before(i + 2,
                       fmt::format(" ({1}) - ({0}) + ", writer.chosen(less), writer.chosen(more)));
}

// Two names of an argument list, exchanged outside of the brackets in it: another matrix's element
// goes to the same place.
void exchange_outside(ChangeWriter& writer, int open) {
  const Tokens& tokens = writer.tokens();
  const int close = tokens.at(open).partner;
  std::map<std::string_view, std::vector<int>> outside;
  bool has_brackets = false;
  for (int i = open + 1; i < close; ++i) {
    if (tokens.at(i).is("[")) {
      has_brackets = true;
      i = tokens.at(i).partner;
      continue;
    }
    const DeclaredName* const name = writer.names().meaning(i);
    if (name != nullptr && name->type == "int" && name->kind == Name::local && writer.is_open(i)) {
      outside[tokens.at(i).text].push_back(i);
    }
  }
  if (!has_brackets) {
    return;  // then all of it is tried elsewhere
  }
  for (auto one = outside.begin(); one != outside.end(); ++one) {
    for (auto other = std::next(one); other != outside.end(); ++other) {
      Replacements exchanged;
      for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
        for (const int i : from->second) {
          exchanged[i] = std::string(to->first);
        }
      }
      writer.replace_tokens({open + 1, close - 1}, exchanged);
    }
  }
}

// A loop's variable as that of its next round: x as x + c, if the loop goes on by x += c.
void next_round(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const DeclaredName* const name = writer.names().meaning(i);
  if (name == nullptr || !writer.is_in_for(name->at) || writer.is_in_for(i) ||
      !is_term(tokens, i) || tokens.at(i + 1).is("+")) {
    return;
  }
  const int close = tokens.at(writer.outline().bracket_around(name->at)).partner;
  const Token& step = tokens.at(close - 1);
  if (tokens.at(close - 2).is("=") && tokens.at(close - 3).is("+") &&
      tokens.at(close - 4).text == name->name && step.kind == TokenKind::identifier) {
    writer.replace_tokens(writer.around(i), {{i, fmt::format("{} + {}", name->name, step.text)}});
  }
}

// All elements t[x][y] of a statement that has several, as t[y][x].
void exchange_all_subscripts(ChangeWriter& writer, Span statement) {
  const Tokens& tokens = writer.tokens();
  std::map<std::string_view, std::vector<int>> arrays;
  for (int i = statement.first; i < statement.last; ++i) {
    const bool is_element = tokens.at(i).kind == TokenKind::identifier &&
                            tokens.at(i + 1).is("[") && writer.is_open(i) &&
                            tokens.at(tokens.at(i + 1).partner + 1).is("[");
    if (is_element && tokens.at(i - 1).kind != TokenKind::identifier) {
      arrays[tokens.at(i).text].push_back(i);
    }
  }
  for (const auto& [name, at] : arrays) {
    if (at.size() < 2 || writer.is_full()) {
      continue;
    }
    const auto parts = [&](int i) {
      const int next = tokens.at(i + 1).partner + 1;
      return std::pair(Span{i + 2, next - 2}, Span{next + 1, tokens.at(next).partner - 1});
    };
    const auto [first, second] = parts(at.front());
    const std::string was =
                          fmt::format("{}[{}][{}]", name, writer.text(first), writer.text(second)),
                      now =
                          fmt::format("{}[{}][{}]", name, writer.text(second), writer.text(first));
    const int number = writer.add(at.front(), was, now, at.size());
    for (const int i : at) {
      const auto [one, other] = parts(i);
      writer.wrap(one, fmt::format("({} ? {} : (", writer.chosen(number), writer.text(other)),
                  "))");
      writer.wrap(other, fmt::format("({} ? {} : (", writer.chosen(number), writer.text(one)),
                  "))");
    }
  }
}

// Rows for columns, where a fragment is stored.
void other_layout(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (tokens.at(i).is_any({"mem_row_major", "mem_col_major"})) {
    const Span whole{tokens.at(i - 1).is("::") ? i - 2 : i, i};
    const std::string other = tokens.at(i).is("mem_row_major") ? "mem_col_major" : "mem_row_major";
    writer.offer(whole, writer.text(whole, {{i, other}}));
  }
}

void leave_out_terms_between(ChangeWriter& writer, Span sum) {
  constexpr std::size_t kMost = 4;
  const Tokens& tokens = writer.tokens();
  std::vector<int> begins{sum.first};
  for (int i = sum.first; i <= sum.last; i = std::max(i, tokens.at(i).partner) + 1) {
    if (tokens.at(i).is_any({"?", "<", ">", "&", "|", "^", "=", "-", "{"})) {
      return;
    }
    if (tokens.at(i).is("+") && tokens.at(i - 1).ends_operand()) {
      begins.push_back(i + 1);
    }
  }
  if (begins.size() < 2 || begins.size() > kMost || !writer.is_open(sum.first)) {
    return;
  }
  const std::string was = writer.text(sum);
  for (std::size_t each = 0; each < begins.size(); ++each) {
    const bool is_last = each + 1 == begins.size();
    const Span term{begins[each], is_last ? sum.last : begins[each + 1] - 2};
    const std::string before = each > 0 ? writer.text({sum.first, begins[each] - 2}) : "",
                      behind = is_last ? "" : writer.text({begins[each + 1], sum.last});
    const std::string rest = before + (before.empty() || behind.empty() ? "" : " + ") + behind;
    const int number = writer.add(sum.first, was, rest);
    writer.mark_as(Likeness::shorter);
    writer.wrap(term, fmt::format("({} ? 0 : (", writer.chosen(number)), "))");
  }
}

}  // namespace

void change_places(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  const bool has_third = knows_third_axis(tokens);
  writer.at_each([&](int i) {
    other_stages(writer, i);
    other_layout(writer, i);
    next_round(writer, i);
    count_one_less(writer, i);
    if (has_third) {
      third_axis(writer, i);
    }
    if (callee_of(writer, i) >= 0) {
      exchange_outside(writer, i);
    }
  });
  for (const Span& each : writer.outline().plain_statements()) {
    if (writer.is_open(each.first)) {
      exchange_all_subscripts(writer, each);
    }
  }
}

void leave_out_terms_of_places(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  writer.at_each([&](int i) {
    if (tokens.at(i).is("[") && tokens.at(i).partner > i + 1) {
      leave_out_terms_between(writer, {i + 1, tokens.at(i).partner - 1});
    } else if (tokens.at(i).is("(") && encloses_place(writer, i)) {
      for (const Span& each : writer.outline().arguments(i)) {
        leave_out_terms_between(writer, each);
      }
    }
  });
}

}  // namespace gemmlab
