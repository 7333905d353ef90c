// The loops around a line, also seen from where a helper is called; and those from which nvcc may
// merge shared loads otherwise than from plain ones.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/index_range.h"
#include "grader/changes/names_in_scope.h"
#include "grader/changes/source_lines.h"

namespace gemmlab {

using simt::Span;

constexpr int kOfConstants = 4;        // constants that are computed from others
constexpr int kMostSearched = 20'000;  // a lab file has a thousand

// A name that is known when the file is compiled, or a variable of the loop itself.
bool SourceLines::is_constant(int token, Span header, int depth) const {
  const DeclaredName* const name = names_.meaning(token);
  if (name == nullptr || (name->at > header.first && name->at < header.last)) {
    return true;
  }
  const Span value = first_value(*name);
  bool is_known = depth < kOfConstants && name->kind != DeclaredName::Kind::parameter &&
                  value.last >= value.first;
  for (int i = value.first; i <= value.last; ++i) {
    is_known = is_known && is_constant(i, header, depth + 1);
  }
  return is_known;
}

// Declared or changed there, but not by a loop's own header.
bool SourceLines::is_set_in(std::string_view name, Span loop) const {
  for (int i = loop.first; i <= loop.last; ++i) {
    const int set = tokens_.at(i + 1).is_any({"+", "-", "^", "*"}) ? i + 2 : i + 1;
    const int bracket = outline_.bracket_around(i);
    const bool is_header = bracket >= 0 && tokens_.at(bracket).is("(");
    if (tokens_.at(i).text == name && tokens_.at(set).is("=") && !tokens_.at(set + 1).is("=") &&
        !is_header) {
      return true;
    }
  }
  return false;
}

std::vector<int> SourceLines::unusual_loops(int line) const {
  if (tokens_.size() > kMostSearched) {
    return {line};
  }
  std::vector<int> lines;
  Span outer{0, -1};  // the innermost loop with a barrier
  for (const auto& [i, header, body] : outline_.loops()) {
    const Span loop{i, body.last};
    if (tokens_.at(i).line > line || tokens_.at(loop.last).line < line) {
      continue;
    }
    const auto has = [&](Span in, auto holds) { return !lines_where(in, holds).empty(); };
    if (has(loop, [&](int j) { return tokens_.at(j).text.starts_with("__syncthreads"); })) {
      outer = loop;
      continue;
    }
    const bool is_unusual =
        tokens_.at(i - 1).kind == simt::TokenKind::directive ||
        has(header, [&, in = header](int j) { return !is_constant(j, in); }) ||
        has({header.last, loop.last},
            [&](int j) {
              return tokens_.at(j).is_any(
                  {"if", "?", "break", "continue", "return", "while", "goto"});
            }) ||
        has(loop, [&](int j) {
          return tokens_.at(j).line == line &&
                 (tokens_.at(outline_.bracket_around(j)).is("[") || tokens_.at(j + 1).is("[")) &&
                 tokens_.at(j).kind == simt::TokenKind::identifier &&
                 is_set_in(tokens_.at(j).text, outer);
        });
    if (is_unusual) {
      lines.push_back(tokens_.at(i).line);
    }
  }
  return lines;
}

std::vector<int> SourceLines::end_of_loop(int line, int other) const {
  std::vector<int> lines;
  for (const simt::Loop& loop : outline_.loops()) {
    if (tokens_.at(loop.keyword).line <= std::min(line, other) &&
        tokens_.at(loop.body.last).line >= std::max(line, other)) {
      lines = {tokens_.at(loop.body.last).line};
    }
  }
  return lines;
}

std::pair<int, int> SourceLines::in_one_function(int line, int other) const {
  const auto called = [this](int in_helper, int near) {
    const Span body = function_around(near);
    const std::vector<int> lines = callers(in_helper);
    const auto found = std::ranges::find_if(lines, [&](int each) {
      return tokens_.at(body.first).line <= each && each <= tokens_.at(body.last).line;
    });
    return found == lines.end() ? in_helper : *found;
  };
  if (function_around(line).first == function_around(other).first) {
    return {line, other};
  }
  const int caller = called(line, other);
  return {caller, caller == line ? called(other, line) : other};
}

std::vector<int> SourceLines::loops_around(int line) const {
  std::vector<int> lines, ends;
  for (const auto& [i, header, body] : outline_.loops()) {
    if (tokens_.at(i).line > line || tokens_.at(body.last).line < line) {
      continue;
    }
    lines.insert(lines.begin(), tokens_.at(i).line);
    for (int j = header.first + 1; j < header.last; ++j) {
      const DeclaredName* const name = names_.meaning(j);
      if (name != nullptr && name->kind == DeclaredName::Kind::local && name->at < i &&
          !tokens_.at(name->at + 2).text.starts_with('0')) {
        ends.push_back(tokens_.at(name->at).line);
      }
    }
  }
  lines.insert(lines.end(), ends.begin(), ends.end());
  return lines;
}

std::vector<int> SourceLines::long_steps() const {
  std::vector<int> lines;
  for (const auto& [keyword, header, body] : outline_.loops()) {
    const bool is_long = any_index(header.first, header.last, [&](int i) {
      return tokens_.at(i).is("+") && tokens_.at(i + 1).is("=") && !tokens_.at(i + 2).is("1");
    });
    if (is_long && lines_containing({"__global__"}).empty()) {
      lines.push_back(tokens_.at(keyword).line);
    }
  }
  return lines;
}

}  // namespace gemmlab
