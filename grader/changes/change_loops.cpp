#include "grader/changes/change_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/index_range.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {
namespace {

using simt::Tokens;
using Name = DeclaredName::Kind;

// The parts of a for's header; empty if it has not three.
std::vector<Span> parts_of(const ChangeWriter& writer, const simt::Loop& loop) {
  const Tokens& tokens = writer.tokens();
  const int first = tokens.find(loop.header.first + 1, {";"}, {"{"});
  const int second = first < 0 ? -1 : tokens.find(first + 1, {";"}, {"{"});
  if (!tokens.at(loop.keyword).is("for") || second < 0 || second >= loop.header.last) {
    return {};
  }
  return {{loop.header.first + 1, first - 1},
          {first + 1, second - 1},
          {second + 1, loop.header.last - 1}};
}

// From phase to phase by one: by each constant, such as a tile's width.
void step_by_constants(ChangeWriter& writer, Span step) {
  constexpr std::size_t kMost = 8;
  const Tokens& tokens = writer.tokens();
  const bool is_behind = tokens.at(step.first + 1).is("+") && tokens.at(step.last).is("+");
  const bool is_before = tokens.at(step.first).is("+") && tokens.at(step.first + 1).is("+");
  const bool is_number = tokens.at(step.first + 1).is("+") && tokens.at(step.first + 2).is("=") &&
                         tokens.at(step.last).kind == simt::TokenKind::number;
  const int at = is_before ? step.last : step.first;
  if (!(is_behind || is_before || is_number) || step.last - step.first != (is_number ? 3 : 2) ||
      !writer.is_open(at)) {
    return;
  }
  const auto constants = writer.names().numbers(Name::constant, at);
  for (std::size_t i = 0; i < std::min(constants.size(), kMost); ++i) {
    const std::string now = fmt::format("{} += {}", tokens.at(at).text, constants[i]->name);
    const int number = writer.add(at, writer.text(step), now);
    // Besides what the step itself adds
    const std::string less = is_number ? std::string(tokens.at(step.last).text) : "1";
    writer.insert_before(step.last + 1,
                         fmt::format(", {} += {} ? {} - {} : 0", tokens.at(at).text,
                                     writer.chosen(number), constants[i]->name, less));
  }
}

// x + y < end, or x < end - y, as x < end: of the phases the last one may be partial.
void end_later(ChangeWriter& writer, Span condition) {
  const Tokens& tokens = writer.tokens();
  int less = -1, plus = -1, minus = -1;
  for (int i = condition.first; i <= condition.last; i = std::max(i, tokens.at(i).partner) + 1) {
    const bool is_once = tokens.at(i).is("<") ? less < 0 : true;
    if (!is_once || tokens.at(i).is_any({"&", "|", ">", "?", ","})) {
      return;
    }
    less = tokens.at(i).is("<") ? i : less;
    plus = tokens.at(i).is("+") && less < 0 ? i : plus;
    minus = tokens.at(i).is("-") && less >= 0 ? i : minus;
  }
  if (less < 0 || (plus < 0) == (minus < 0) || !writer.is_open(less)) {
    return;
  }
  const Span left{condition.first, (plus < 0 ? less : plus) - 1},
      right{less + (tokens.at(less + 1).is("=") ? 2 : 1), minus < 0 ? condition.last : minus - 1};
  if (left.last >= left.first && right.last >= right.first) {
    writer.offer(condition, writer.text(left) + " < " + writer.text(right));
  }
}

// Two extents, exchanged where the loops of a function end.
void exchange_ends(ChangeWriter& writer, const std::vector<Span>& ends) {
  std::map<const DeclaredName*, std::vector<int>> uses;
  for (const Span& end : ends) {
    for (int i = end.first; i <= end.last; ++i) {
      const DeclaredName* const name = writer.names().meaning(i);
      if (name != nullptr && name->kind == Name::parameter && name->type == "int" &&
          writer.is_open(i)) {
        uses[name].push_back(i);
      }
    }
  }
  for (auto one = uses.begin(); one != uses.end(); ++one) {
    for (auto other = std::next(one); other != uses.end(); ++other) {
      Replacements exchanged;
      for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
        for (const int i : from->second) {
          exchanged[i] = to->first->name;
        }
      }
      const int first = exchanged.begin()->first;
      writer.replace_as(writer.text({first, first}), exchanged.begin()->second, exchanged,
                        ChangeKind::axes);
    }
  }
}

}  // namespace

void change_loops(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  std::map<int, std::vector<Span>> ends;  // by function
  for (const simt::Loop& loop : writer.outline().loops()) {
    const std::vector<Span> parts = parts_of(writer, loop);
    if (parts.empty() || !writer.is_open(loop.header.first)) {
      continue;
    }
    ends[writer.function_around(loop.keyword)].push_back(parts[1]);
    end_later(writer, parts[1]);
    const auto waits = [&](int i) { return tokens.at(i).text.starts_with("__syncthreads"); };
    if (any_index(loop.body.first, loop.body.last, waits)) {
      step_by_constants(writer, parts[2]);
    }
  }
  for (const auto& [function, each] : ends) {
    exchange_ends(writer, each);
  }
}

}  // namespace gemmlab
