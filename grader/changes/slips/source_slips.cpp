#include "grader/changes/slips/source_slips.h"

#include <algorithm>

#include "grader/changes/index_range.h"

namespace gemmlab {

using simt::Span;
using simt::Token;
using simt::TokenKind;

std::string SourceSlips::text(Span span) const {
  std::string text;
  for (int i = span.first; i <= span.last; ++i) {
    const bool is_sign = tokens_.at(i).is_any({"+", "-", "*", "/", "%", "<", ">", "="});
    text += is_sign ? " " + std::string(tokens_.at(i).text) + " " : std::string(tokens_.at(i).text);
  }
  return text;
}

bool SourceSlips::begins_statement(int token) const {
  return tokens_.at(token - 1).is_any({";", "{", "}", ")"});
}

// name[..] = .., *name = .., or name as an argument of a call, which may store.
bool SourceSlips::stores_through(std::string_view pointer, Span body) const {
  return any_index(body.first, body.last + 1, [&](int i) {
    const int bracket = outline_.bracket_around(i);
    const bool is_argument = bracket >= 0 && outline_.opens_arguments(bracket);
    return tokens_.at(i).is(pointer) &&
           (is_argument || tokens_.at(i - 1).is("*") || tokens_.at(i + 1).is("["));
  });
}

std::optional<Tell> SourceSlips::pointer_set() const {
  for (const DeclaredName& name : names_.all()) {
    const simt::Function* const function = outline_.function_declared_around(name.at);
    if (name.kind != DeclaredName::Kind::parameter || name.type != "float*" ||
        function == nullptr || tokens_.find(function->first, {"__global__"}, {"(", "{"}) < 0 ||
        stores_through(name.name, function->body)) {
      continue;
    }
    for (int i = function->body.first; i < function->body.last; ++i) {
      if (names_.meaning(i) == &name && begins_statement(i) && tokens_.at(i + 1).is("=")) {
        return Tell{TellKind::pointer_set, line_of(i), std::string(name.name), ""};
      }
    }
  }
  return std::nullopt;
}

std::optional<Tell> SourceSlips::passed_twice() const {
  for (const simt::Launch& launch : outline_.launches()) {
    const auto& functions = outline_.functions();
    const auto kernel = std::ranges::find_if(functions, [&](const simt::Function& each) {
      return each.name >= 0 && tokens_.at(each.name).text == tokens_.at(launch.kernel).text;
    });
    if (kernel == functions.end() || launch.parenthesis < 0) {
      continue;
    }
    const std::vector<Span> passed = outline_.arguments(launch.parenthesis),
                            parameters = outline_.arguments(kernel->parameters.first);
    const auto is_const = [&](std::size_t i) {
      return tokens_.at(parameters[i].first).is("const");
    };
    const auto is_pointer = [&](std::size_t i) {
      return tokens_.find(parameters[i].first, {"*"}, {",", ")"}) > 0;
    };
    for (std::size_t i = 0; i < std::min(passed.size(), parameters.size()); ++i) {
      for (std::size_t j = 0; j < std::min(passed.size(), parameters.size()); ++j) {
        const std::string name = text(passed[i]);
        if (is_pointer(i) && is_pointer(j) && is_const(i) && !is_const(j) &&
            name == text(passed[j])) {
          return Tell{TellKind::passed_twice, line_of(passed[j].first), name, ""};
        }
      }
    }
  }
  return std::nullopt;
}

// The array element that a line stores to, or else that it reads: its name; -1: none.
int SourceSlips::element_on(int line) const {
  int found = -1;
  for (int i = 0; i < tokens_.size(); ++i) {
    if (line_of(i) == line && tokens_.at(i + 1).is("[") && names_.declared_at(i) == nullptr) {
      found = i;
      if (outline_.assignment_to(outline_.end_of_element(i)) > 0) {
        return i;
      }
    }
  }
  return found;
}

// i < rows * cols, or its reverse, where i is row * cols + col
std::optional<Tell> SourceSlips::flat_guard(int line) const {
  const int element = element_on(line);
  const DeclaredName* const index = names_.meaning(element + 2);
  if (element < 0 || index == nullptr || !tokens_.at(element + 3).is("]")) {
    return std::nullopt;
  }
  const Span value = outline_.declarator(index->at).value;
  const bool is_flat = value.last == value.first + 4 && tokens_.at(value.first + 1).is("*") &&
                       tokens_.at(value.first + 3).is("+");
  for (int i = index->at; is_flat && line_of(i) <= line && i < tokens_.size(); ++i) {
    const std::string_view width = tokens_.at(value.first + 2).text;
    const bool is_below = tokens_.at(i + 1).is("<"),
               is_not_below = tokens_.at(i + 1).is(">") && tokens_.at(i + 2).is("=");
    const int all = i + (is_below ? 2 : 3);
    const bool asks = names_.meaning(i) == index && (is_below || is_not_below) &&
                      tokens_.at(all + 1).is("*") &&
                      (tokens_.at(all).is(width) || tokens_.at(all + 2).is(width));
    if (asks) {
      return Tell{TellKind::flat_guard, line_of(i),
                  text({i, i}) + (is_below ? " < " : " >= ") + text({all, all + 2}),
                  text({value.last, value.last}) + " < " + std::string(width)};
    }
  }
  return std::nullopt;
}

// y < m, where the index has row0 + y
std::optional<Tell> SourceSlips::part_tested(int line) const {
  const simt::Function* const function = outline_.function_at(line);
  const auto is_other = [&](int i) {
    return tokens_.at(i).kind == TokenKind::identifier && names_.meaning(i) != nullptr &&
           !tokens_.at(i + 1).is_any({"*", "["}) && !tokens_.at(i - 1).is("*");
  };
  for (int i = function == nullptr ? 0 : function->body.first;
       function != nullptr && i < function->body.last && line_of(i) <= line; ++i) {
    const DeclaredName* const tested = names_.meaning(i);
    const DeclaredName* const extent = names_.meaning(i + 2);
    const bool is_test = tested != nullptr && tokens_.at(i + 1).is("<") && extent != nullptr &&
                         extent->kind == DeclaredName::Kind::parameter && extent->type == "int" &&
                         tokens_.at(i - 1).is_any({"(", "=", "&", "|"}) &&
                         tested->kind == DeclaredName::Kind::local;
    const int bracket = outline_.bracket_around(i);
    if (!is_test || (bracket >= 0 && tokens_.at(bracket - 1).is("for"))) {
      continue;
    }
    for (int j = i + 3; j < function->body.last && line_of(j) <= line; ++j) {
      const int around = outline_.bracket_around(j);
      const bool is_index = names_.meaning(j) == tested && line_of(j) == line && around >= 0 &&
                            tokens_.at(around).is_any({"(", "["}) && around > i;
      if (is_index && tokens_.at(j - 1).is("+") && is_other(j - 2) && !tokens_.at(j + 1).is("*") &&
          !tokens_.at(j - 3).is("*")) {
        return Tell{TellKind::part_tested, line_of(i), text({i, i + 2}), text({j - 2, j})};
      }
    }
  }
  return std::nullopt;
}

std::optional<Tell> SourceSlips::left_before(std::string_view array) const {
  for (int i = 0; i < tokens_.size(); ++i) {
    if (!tokens_.at(i).is_any({"break", "continue", "return"}) || !tokens_.at(i + 1).is(";")) {
      continue;
    }
    for (const simt::Loop& loop : outline_.loops()) {
      const bool is_inner = std::ranges::any_of(outline_.loops(), [&](const simt::Loop& each) {
        return each.keyword > loop.keyword && each.body.holds(i) && loop.body.holds(each.keyword);
      });
      const bool is_stored = any_index(i, loop.body.last, [&](int j) {
        return tokens_.at(j).is(array) && outline_.assignment_to(outline_.end_of_element(j)) > 0;
      });
      if (loop.body.holds(i) && !is_inner && is_stored) {
        return Tell{TellKind::left_before, line_of(i), std::string(array),
                    std::string(tokens_.at(i).text)};
      }
    }
  }
  return std::nullopt;
}

// x[i] += x[j]
std::optional<Tell> SourceSlips::one_statement(int line) const {
  const int stored = element_on(line);
  const int set = stored < 0 ? -1 : outline_.assignment_to(outline_.end_of_element(stored));
  const int end = set < 0 ? -1 : outline_.semicolon(set);
  const bool is_read = any_index(set, end, [&](int i) {
    return tokens_.at(i).text == tokens_.at(stored).text && tokens_.at(i + 1).is("[");
  });
  if (end < 0 || !is_read) {
    return std::nullopt;
  }
  int guard = line;  // the innermost if around it
  for (int i = 0; i < stored; ++i) {
    if (tokens_.at(i).is("if") && outline_.body_of(i).holds(stored)) {
      guard = line_of(i);
    }
  }
  return Tell{TellKind::one_statement, guard, std::string(tokens_.at(stored).text), ""};
}

}  // namespace gemmlab
