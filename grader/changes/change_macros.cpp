#include "grader/changes/change_macros.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/change_writer.h"
#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

std::vector<Match> words_in(const std::string& text) {
  static const Pattern word(R"(\w+)");
  return word.all_in(text);
}

// A macro's body with these texts, in parentheses, for its parameters.
std::string expanded(const std::string& body, const std::vector<std::string>& parameters,
                     const std::vector<std::string>& texts) {
  std::string all;
  std::size_t end = 0;
  for (const Match& each : words_in(body)) {
    const auto at = std::ranges::find(parameters, each[0]) - parameters.begin();
    all += body.substr(end, each.begin - end);
    all += std::size_t(at) < texts.size() ? "(" + texts[at] + ")" : each[0];
    end = each.begin + each[0].size();
  }
  return all + body.substr(end);
}

// Written out at all uses, if one of them multiplies a part of a sum. In such a sum nothing else
// may change: what is added for that has parentheses.
void change_macro(ChangeWriter& writer, int directive) {
  static const Pattern define(R"(#\s*define\s+(\w+)\(([\w\s,]+)\)\s+([^/\\]+))");
  constexpr std::size_t kLongest = 200, kMostUses = 32;  // for the patterns' stack and time
  const simt::Tokens& tokens = writer.tokens();
  const std::string text(tokens.at(directive).text);
  const auto macro = text.size() > kLongest ? std::nullopt : define.match(text);
  if (!macro) {
    return;
  }
  const std::string& body = (*macro)[3];
  std::vector<std::string> parameters;
  std::vector<bool> are_factors;
  for (const Match& each : words_in((*macro)[2])) {
    parameters.push_back(each[0]);
    are_factors.push_back(Pattern(fmt::format(R"(\*\s*{0}\b|\b{0}\s*\*)", each[0])).is_in(body));
  }
  std::map<int, std::string> uses;
  std::vector<Span> sums;
  for (int i = directive; i < tokens.size() && uses.size() < kMostUses; ++i) {
    const bool is_use =
        tokens.at(i).is((*macro)[1]) && tokens.at(i + 1).is("(") && writer.is_open(i);
    const auto arguments = is_use ? writer.outline().arguments(i + 1) : std::vector<Span>();
    const bool is_inside = body.ends_with("]") || tokens.at(i - 1).is_any({"[", "(", ",", "="});
    if (!is_inside || arguments.empty() || arguments.size() != parameters.size()) {
      continue;
    }
    std::vector<std::string> texts;
    for (const Span& each : arguments) {
      if (are_factors[texts.size()] && tokens.find(each.first, {"+", "-"}, {",", ")"}) > 0) {
        sums.push_back(each);
      }
      texts.push_back(writer.text(each));
    }
    uses[i] = expanded(body, parameters, texts);
  }
  if (sums.empty()) {
    return;
  }
  const int number = writer.add(directive, body, expanded(body, parameters, parameters));
  for (const auto& [i, now] : uses) {
    writer.wrap({i, tokens.at(i + 1).partner},
                fmt::format("({} ? {} : ", writer.chosen(number), now), ")");
  }
  for (const Span& each : sums) {
    writer.fix(each.first, each.last);
  }
}

}  // namespace

void change_macros(ChangeWriter& writer) {
  for (int i = 0, left = 64; i < writer.tokens().size(); ++i) {
    if (writer.tokens().at(i).kind == simt::TokenKind::directive && left-- > 0) {
      change_macro(writer, i);
    }
  }
}

}  // namespace gemmlab
