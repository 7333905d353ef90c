// Statements that tell why an access was wrong: what leaves a loop, changes an index, or holds too
// little.
#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/names_in_scope.h"
#include "grader/changes/source_lines.h"

namespace gemmlab {

using simt::Span;

std::vector<int> SourceLines::breaks_around(int line) const {
  std::vector<int> lines;
  for (const simt::Loop& loop : outline_.loops()) {
    if (tokens_.at(loop.keyword).line > line || tokens_.at(loop.body.last).line < line) {
      continue;
    }
    for (int i = loop.body.first; i <= loop.body.last; ++i) {
      const auto inner = std::ranges::find_if(outline_.loops(), [&](const simt::Loop& each) {
        return each.keyword > loop.keyword && each.body.holds(i);
      });
      const bool is_of_inner =
          inner != outline_.loops().end() &&
          (tokens_.at(inner->keyword).line > line || tokens_.at(inner->body.last).line < line);
      if (tokens_.at(i).is("break") && !is_of_inner &&
          std::ranges::count(lines, tokens_.at(i).line) == 0) {
        lines.push_back(tokens_.at(i).line);
      }
    }
  }
  return lines;
}

std::vector<int> SourceLines::fixed_reads() const {
  std::set<std::string_view> shared;
  for (int i = 0; i < tokens_.size(); ++i) {
    for (int j = i; tokens_.at(i).is("__shared__") && j < tokens_.size(); ++j) {
      if (tokens_.at(j).is(";")) {
        break;
      }
      if (names_.declared_at(j) != nullptr) {
        shared.insert(tokens_.at(j).text);
      }
    }
  }
  return lines_where({0, tokens_.size() - 1}, [&](int i) {
    if (!shared.contains(tokens_.at(i).text) || names_.declared_at(i) != nullptr) {
      return false;
    }
    const int last = outline_.end_of_element(i);
    bool is_fixed = false;
    for (int j = i + 1; j < last; j = std::max(j, tokens_.at(j).partner) + 1) {
      is_fixed |= tokens_.at(j).is("[") && tokens_.at(j).partner == j + 2 &&
                  tokens_.at(j + 1).kind == simt::TokenKind::number;
    }
    return is_fixed && outline_.assignment_to(last) < 0;
  });
}

SourceLines::Variable SourceLines::changed_between(int first, int second) const {
  const auto is_index_at = [&](std::string_view name, int line) {
    return !lines_where({0, tokens_.size() - 1}, [&](int i) {
              return tokens_.at(i).line == line && tokens_.at(i).is(name) &&
                     tokens_.at(i - 1).is("[") && tokens_.at(i + 1).is("]");
            }).empty();
  };
  for (int i = 0; i < tokens_.size(); ++i) {
    const simt::Token& name = tokens_.at(i);
    const bool begins = tokens_.at(i - 1).is_any({";", "{", "}", "+", "-"});
    const bool is_set = tokens_.at(i + 1).is("=") && !tokens_.at(i + 2).is("=");
    const bool is_changed =
        tokens_.at(i + 1).is_any({"^", "+", "-"}) && tokens_.at(i + 2).is_any({"=", "+", "-"});
    if (first < name.line && name.line < second && begins && (is_set || is_changed) &&
        names_.meaning(i) != nullptr && is_index_at(name.text, first) &&
        is_index_at(name.text, second)) {
      return {name.text, {}, name.line};
    }
  }
  return {};
}

SourceLines::Variable SourceLines::narrow_index(int line) const {
  std::vector<int> lines = computed_for(line, "", true);
  for (const DeclaredName& name : names_.all()) {
    const bool is_narrow = name.type == "short" || name.type == "int16_t" || name.type == "char" ||
                           name.type == "int8_t";
    const int declared = tokens_.at(name.at).line;
    if (is_narrow && std::ranges::count(lines, declared) > 0) {
      return {name.name, name.type, declared};
    }
  }
  return {};
}

std::vector<int> SourceLines::spare_barriers(const std::vector<int>& lines) const {
  for (const simt::Loop& loop : outline_.loops()) {
    std::vector<int> barriers, waits;
    for (int i = loop.body.first; i <= loop.body.last; ++i) {
      const auto is_inner = [&](const simt::Loop& each) {
        return each.keyword > loop.keyword && each.body.holds(i);
      };
      if (tokens_.at(i).is_any({"__syncthreads", "__pipeline_wait_prior"}) &&
          std::ranges::none_of(outline_.loops(), is_inner)) {
        (tokens_.at(i).is("__syncthreads") ? barriers : waits).push_back(tokens_.at(i).line);
      }
    }
    std::erase_if(barriers, [&](int line) { return std::ranges::count(lines, line) == 0; });
    if (!waits.empty() && barriers.size() > waits.size()) {
      return barriers;
    }
  }
  return {};
}

// A fragment is declared as fragment<wmma::matrix_a, ...> name, or by a name for such a type.
std::vector<int> SourceLines::loads_of_fragments(std::string_view use) const {
  std::set<std::string_view> types, fragments;
  const auto declared_behind = [&](int i) {
    while (tokens_.at(i).is_any({"&", "(", "*", "const"})) {
      ++i;
    }
    return tokens_.at(i).kind == simt::TokenKind::identifier ? tokens_.at(i).text
                                                             : std::string_view();
  };
  for (int i = 0; i < tokens_.size(); ++i) {
    if (tokens_.at(i).is(use)) {
      const int end = tokens_.find(i, {">"}, {";"});
      int begin = i;
      while (begin > 0 && !tokens_.at(begin).is_any({";", "{", "}", "using"})) {
        --begin;
      }
      if (tokens_.at(begin).is("using")) {
        types.insert(tokens_.at(begin + 1).text);
      } else if (end > 0) {
        fragments.insert(declared_behind(end + 1));
      }
    } else if (types.contains(tokens_.at(i).text)) {
      fragments.insert(declared_behind(i + 1));
    }
  }
  std::vector<int> own, all;
  for (int i = 0; i < tokens_.size(); ++i) {
    if (!tokens_.at(i).is("load_matrix_sync")) {
      continue;
    }
    constexpr std::size_t kOfOperands = 3;  // those of sums have a layout, too
    const std::vector<Span> arguments = outline_.arguments(i + 1);
    if (arguments.size() == kOfOperands) {
      all.push_back(tokens_.at(i).line);
      if (fragments.contains(tokens_.at(arguments.front().first).text)) {
        own.push_back(tokens_.at(i).line);
      }
    }
  }
  return own.empty() ? all : own;
}

}  // namespace gemmlab
