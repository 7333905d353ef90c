#include "grader/changes/tiles/change_members.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/simt/translate/lexer.h"

namespace gemmlab {
namespace {

using simt::TokenKind;
using simt::Tokens;

// Where an element ends that begins at a token: x.a[i], x[i].a[j], x.a; -1: none does. `member`:
// of its one member.
int end_of_member(const Tokens& tokens, int i, int& member) {
  const bool begins = tokens.at(i).kind == TokenKind::identifier && !is_axis(tokens, i) &&
                      !tokens.at(i).is_any({"threadIdx", "blockIdx", "blockDim", "gridDim"}) &&
                      !tokens.at(i - 1).is_any({".", "::", "->"});
  const auto behind = [&](int at) {
    return tokens.at(at + 1).is("[") && tokens.at(at + 1).partner > at ? tokens.at(at + 1).partner
                                                                       : at;
  };
  const int object = begins ? behind(i) : -1;
  if (object < 0 || !tokens.at(object + 1).is(".") ||
      tokens.at(object + 2).kind != TokenKind::identifier || tokens.at(object + 3).is("(")) {
    return -1;
  }
  member = object + 2;
  int end = member;
  while (behind(end) > end) {
    end = behind(end);
  }
  return tokens.at(end + 1).is(".") ? -1 : end;
}

// x.a[i] as y.a[i] or x.b[i], if the function has these elsewhere: the other stage, the other tile,
// the other operand's fragment.
void other_member(ChangeWriter& writer, int i) {
  constexpr std::size_t kMost = 6;
  const Tokens& tokens = writer.tokens();
  int member = 0;
  const int end = end_of_member(tokens, i, member);
  if (end < 0) {
    return;
  }
  const auto subscripts = [&](int from, int to) {
    int depth = 0, count = 0;
    for (int at = from; at <= to; ++at) {
      count += tokens.at(at).is("[") && depth == 0 ? 1 : 0;
      depth += tokens.at(at).is("[") ? 1 : tokens.at(at).is("]") ? -1 : 0;
    }
    return count;
  };
  std::vector<std::string> others;
  const int function = writer.function_around(i);
  for (int j = function; j < tokens.at(function).partner && others.size() < kMost; ++j) {
    int its_member = 0;
    const int its_end = end_of_member(tokens, j, its_member);
    if (its_end < 0 || subscripts(j, its_end) != subscripts(i, end) ||
        subscripts(j, its_member) != subscripts(i, member)) {
      continue;
    }
    const bool is_other_object = tokens.at(j).text != tokens.at(i).text;
    if (is_other_object == (tokens.at(its_member).text != tokens.at(member).text)) {
      continue;
    }
    const std::string now = writer.text(
        {i, end}, is_other_object
                      ? Replacements{{i, std::string(tokens.at(j).text)}}
                      : Replacements{{member, std::string(tokens.at(its_member).text)}});
    if ((is_other_object || end > member) && std::ranges::find(others, now) == others.end()) {
      others.push_back(now);
      writer.offer({i, end}, now);
    }
  }
}

}  // namespace

void change_members(ChangeWriter& writer) {
  writer.at_each([&](int i) { other_member(writer, i); });
}

}  // namespace gemmlab
