// Which extents of a matrix the conditions around a line ask for.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/source_lines.h"

namespace gemmlab {

using simt::Span;

// The names of m, n and k in a kernel, from its launch, or in matmul itself; empty: unknown.
std::array<std::string_view, 3> SourceLines::extents_in(const simt::Function& function) const {
  std::array<std::string_view, 3> extents;
  const auto names_of = [&](const simt::Function& of) {
    std::vector<std::string_view> names;
    for (const Span& each : outline_.arguments(of.parameters.first)) {
      names.push_back(tokens_.at(each.last).text);
    }
    return names;
  };
  const auto& functions = outline_.functions();
  const auto matmul = std::ranges::find_if(functions, [&](const simt::Function& each) {
    return each.name >= 0 && tokens_.at(each.name).is("matmul");
  });
  const std::vector<std::string_view> given =
      matmul == functions.end() ? std::vector<std::string_view>() : names_of(*matmul);
  if (given.size() != 6 || function.name < 0) {
    return extents;
  }
  if (&*matmul == &function) {
    return {given[3], given[4], given[5]};
  }
  const std::vector<std::string_view> own = names_of(function);
  for (const simt::Launch& launch : outline_.launches()) {
    if (!tokens_.at(launch.kernel).is(tokens_.at(function.name).text)) {
      continue;
    }
    const std::vector<Span> passed = outline_.arguments(launch.parenthesis);
    for (std::size_t i = 0; i < std::min(passed.size(), own.size()); ++i) {
      for (int each = 0; each < 3; ++each) {
        const bool is_name = passed[i].first == passed[i].last;
        if (is_name && tokens_.at(passed[i].first).is(given[3 + each])) {
          extents[each] = own[i];
        }
      }
    }
  }
  return extents;
}

// The conditions that decide whether a line is reached, or what is done there.
std::vector<Span> SourceLines::conditions_of(int line, Span body) const {
  std::vector<Span> conditions;
  for (int i = body.first; i <= body.last && tokens_.at(i).line <= line; ++i) {
    const Span header{i + 1, tokens_.at(i + 1).partner};
    if (tokens_.at(i).is("if") && header.last > i) {
      const Span guarded = outline_.body_of(i);
      const auto leaves = [&](int j) {
        return tokens_.at(j).is_any({"return", "continue", "break"});
      };
      if (tokens_.at(guarded.last).line >= line || tokens_.at(guarded.last + 1).is("else") ||
          !lines_where(guarded, leaves).empty()) {
        conditions.push_back(header);
      }
    } else if (tokens_.at(i).is("while") && header.last > i) {
      conditions.push_back(header);
    } else if (tokens_.at(i).is("for") && header.last > i) {
      // A loop over tiles asks for their first elements only; not one that is unrolled by hand, of
      // a few.
      const int first = tokens_.find(i + 2, {";"}), second = tokens_.find(first + 1, {";"});
      const auto is_of_tiles = [&](int j) {
        return tokens_.at(j).is_any({"/", "*"}) || (j > second && tokens_.at(j).is("="));
      };
      const simt::Token& step = tokens_.at(header.last - 1);
      const bool is_unrolled = step.kind == simt::TokenKind::number && step.text.size() == 1;
      const auto waits = [&](int j) { return tokens_.at(j).text.starts_with("__sync"); };
      const bool may_be_of_tiles = !is_unrolled || !lines_where(outline_.body_of(i), waits).empty();
      if (first > 0 && second > 0 &&
          (!may_be_of_tiles || lines_where({first, header.last}, is_of_tiles).empty())) {
        conditions.push_back({first, second});
      }
    } else if (tokens_.at(i).is("?")) {
      int begin = i;
      while (begin > body.first && !tokens_.at(begin - 1).is_any({";", "{", "}"})) {
        --begin;
      }
      const int end = outline_.semicolon(i);
      if (tokens_.at(begin).line <= line && (end < 0 || tokens_.at(end).line >= line)) {
        conditions.push_back({begin, i});
      }
    } else if (tokens_.at(i).is("bool") || tokens_.at(i).is_any({"min", "max"})) {
      conditions.push_back({i, outline_.semicolon(i)});
    }
  }
  return conditions;
}

// Whether a line is in a lambda, whose parameters have names of their own.
bool SourceLines::is_in_lambda(int line) const {
  return std::ranges::any_of(outline_.functions(), [&](const simt::Function& each) {
    return each.name < 0 && tokens_.at(each.body.first).line <= line &&
           line <= tokens_.at(each.body.last).line;
  });
}

std::string SourceLines::untested(int line, char matrix) const {
  if (is_in_lambda(line)) {
    return "";
  }
  const simt::Function* const function = outline_.function_at(line);
  const auto extents =
      function == nullptr ? std::array<std::string_view, 3>() : extents_in(*function);
  if (std::ranges::count(extents, "") > 0) {
    return "";
  }
  const std::string_view needed = matrix == 'a' ? "mk" : matrix == 'b' ? "kn" : "mn";
  std::string untested;
  for (const char extent : needed) {
    const std::string_view name = extents[std::string_view("mnk").find(extent)];
    // An index in a condition's array, as of x[row * n], asks for nothing.
    const auto asks = [&](Span condition) {
      for (int i = condition.first; i <= condition.last; ++i) {
        if (tokens_.at(i).is("[")) {
          i = std::max(i, tokens_.at(i).partner);
        } else if (tokens_.at(i).is(name)) {
          return true;
        }
      }
      return false;
    };
    if (std::ranges::none_of(conditions_of(line, function->body), asks)) {
      untested += extent;
    }
  }
  return untested;
}

}  // namespace gemmlab
