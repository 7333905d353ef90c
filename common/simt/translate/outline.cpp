#include "common/simt/translate/outline.h"

#include <algorithm>
#include <cstddef>

#include "common/simt/translate/kernel_name.h"

namespace simt {
namespace {

// Whether the parentheses that end here belong to an attribute or another part of a declaration.
bool ends_attribute(const Tokens& tokens, int close) {
  return tokens.at(close).is(")") && tokens.at(close).partner >= 0 &&
         tokens.at(tokens.at(close).partner - 1)
             .is_any({"alignas", "__attribute__", "__launch_bounds__", "noexcept"});
}

// The ) of the parameters of the function or lambda whose body the { at `open` begins; -1: it
// begins something else.
int parameters_end(const Tokens& tokens, int open) {
  for (int i = open - 1; i >= 0; --i) {
    const Token& token = tokens.at(i);
    if (ends_attribute(tokens, i)) {
      i = token.partner;
      continue;
    }
    if (token.is(")")) {
      return i;
    }
    const bool may_follow_parameters =
        token.kind == TokenKind::identifier || token.is_any({"::", "->", "*", "&", "<", ">", ","});
    if (!may_follow_parameters ||
        token.is_any({"namespace", "struct", "class", "union", "enum", "extern"})) {
      return -1;
    }
  }
  return -1;
}

// if (...), and if constexpr (...): its parenthesis; -1: this is none, or it has no partner.
int header_open(const Tokens& tokens, int keyword) {
  if (!tokens.at(keyword).is_any({"for", "while", "if", "switch"})) {
    return -1;
  }
  const int open = keyword + (tokens.at(keyword + 1).is("constexpr") ? 2 : 1);
  return tokens.at(open).is("(") && tokens.at(open).partner > open ? open : -1;
}

}  // namespace

Outline::Outline(const Tokens& tokens) : tokens_(tokens) {
  find_brackets();
  find_functions();
  find_statement_ends();
  find_plain_statements();
  find_loops_and_launches();
}

void Outline::find_brackets() {
  std::vector<int> open;
  brackets_.reserve(tokens_.size());
  for (int i = 0; i < tokens_.size(); ++i) {
    while (!open.empty() && tokens_.at(open.back()).partner <= i) {
      open.pop_back();
    }
    brackets_.push_back(open.empty() ? -1 : open.back());
    if (tokens_.at(i).partner > i) {
      open.push_back(i);
    }
  }
}

void Outline::find_functions() {
  int outermost = -1, end = 0;  // of the one that is being read
  function_around_.reserve(tokens_.size());
  for (int i = 0; i < tokens_.size(); ++i) {
    outermost = i < end ? outermost : -1;
    function_around_.push_back(outermost);
    const int close = tokens_.at(i).is("{") ? parameters_end(tokens_, i) : -1;
    const int open = tokens_.at(close).partner;
    if (close < 0 || tokens_.at(open - 1).is_any({"if", "for", "while", "switch", "catch"}) ||
        tokens_.at(open - 1).is("constexpr")) {
      continue;
    }
    const bool is_named = open > 0 && tokens_.at(open - 1).kind == TokenKind::identifier;
    const int last = tokens_.at(i).partner < 0 ? tokens_.size() : tokens_.at(i).partner;
    functions_.push_back({declaration_begin(std::max(open, 0)),
                          is_named ? open - 1 : -1,
                          open < 0 ? Span{0, -1} : Span{open, close},
                          {i, std::min(last, tokens_.size() - 1)}});
    if (outermost < 0) {
      outermost = static_cast<int>(functions_.size()) - 1;
      end = last;
    }
  }
}

int Outline::bracket_around(int token) const {
  return token < 0 || token >= tokens_.size() ? -1 : brackets_[token];
}

const Function* Outline::function_around(int token) const {
  const int index = token < 0 || token >= tokens_.size() ? -1 : function_around_[token];
  return index < 0 ? nullptr : &functions_[index];
}

const Function* Outline::function_at(int line) const {
  for (int i = 0; i < tokens_.size(); ++i) {
    const Function* const found = tokens_.at(i).line == line ? function_around(i) : nullptr;
    if (found != nullptr) {
      return found;
    }
  }
  return nullptr;
}

const Function* Outline::function_declared_around(int token) const {
  const auto next = std::ranges::upper_bound(functions_, token, {},
                                             [](const Function& each) { return each.body.first; });
  return next != functions_.end() && next->first <= token ? &*next : nullptr;
}

// After the last ; { } or access specifier, or after what another file has: of a trusted header
// only words that macros wrote are here.
int Outline::declaration_begin(int token) const {
  int i = token;
  while (i > 0) {
    const Token& before = tokens_.at(i - 1);
    if (before.is_any({";", "{", "}", ":"}) || before.kind == TokenKind::directive ||
        before.file != tokens_.at(token).file) {
      break;
    }
    if (before.is(")") && before.partner >= 0 && !ends_attribute(tokens_, i - 1)) {
      break;  // if (...) __shared__ float x;
    }
    i = before.partner >= 0 && before.partner < i ? before.partner : i - 1;
  }
  return i;
}

Declarator Outline::declarator(int first) const {
  while (tokens_.at(first).is_any({"*", "const", "__restrict__", "__restrict"})) {
    ++first;
  }
  Declarator found;
  found.name = tokens_.at(first).kind == TokenKind::identifier ? first : -1;
  int behind = first + 1;
  while (tokens_.at(behind).is("[") && tokens_.at(behind).partner > behind) {
    behind = tokens_.at(behind).partner + 1;
  }
  if (behind > first + 1) {
    found.extents = {first + 1, behind - 1};
  }
  const int end = tokens_.find(behind, {",", ";", ")", "}"});
  found.end = end < 0 ? tokens_.size() : end;
  if (tokens_.at(behind).is("=")) {
    found.value = {behind + 1, found.end - 1};
  }
  return found;
}

// From the last token to the first: what a statement contains is known before it.
void Outline::find_statement_ends() {
  const int size = tokens_.size();
  std::vector<int> ends(size + 1, size - 1);  // the next ; or } outside of brackets
  statement_ends_.assign(size + 1, size - 1);
  semicolons_.assign(size + 1, -1);
  for (int i = size - 1; i >= 0; --i) {
    const Token& token = tokens_.at(i);
    const int behind = std::max(i, token.partner) + 1;
    ends[i] = token.is_any({";", "}"}) ? i : ends[behind];
    semicolons_[i] = token.is(";") ? i : token.is_any({")", "}"}) ? -1 : semicolons_[behind];
    statement_ends_[i] = token.is("{") ? token.partner : ends[i];
    if (token.is("do") || header_open(tokens_, i) >= 0) {
      statement_ends_[i] = end_of_statement_at(i);
    }
  }
}

// Of a do, or of what header_open() finds; later tokens have their ends.
int Outline::end_of_statement_at(int first) const {
  if (tokens_.at(first).is("do")) {
    const int body = statement_end(first + 1);
    const int close = tokens_.at(body + 2).partner;  // of its while (...)
    return body < 0 || close < body ? body : std::min(close + 1, tokens_.size() - 1);
  }
  const int body = statement_end(tokens_.at(header_open(tokens_, first)).partner + 1);
  const bool has_else = body >= 0 && tokens_.at(first).is("if") && tokens_.at(body + 1).is("else");
  return has_else ? statement_end(body + 2) : body;
}

int Outline::statement_end(int first) const {
  return statement_ends_[std::clamp(first, 0, tokens_.size())];
}

int Outline::semicolon(int token) const {
  return token < 0 || token >= tokens_.size() ? -1 : semicolons_[token];
}

void Outline::find_plain_statements() {
  int first = 0;
  for (int i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_.at(i);
    if (token.is(";")) {
      plain_statements_.push_back({first, i});
    }
    if (token.is_any({";", "{", "}"})) {
      first = i + 1;
    } else if (token.is_any({"(", "["}) && token.partner > i) {
      i = token.partner;
    }
  }
}

Span Outline::body_of(int keyword) const {
  const int open = header_open(tokens_, keyword);
  if (open < 0) {
    return {0, -1};
  }
  const int first = tokens_.at(open).partner + 1;
  return {first, statement_end(first)};
}

void Outline::find_loops_and_launches() {
  for (int i = 0; i < tokens_.size(); ++i) {
    const int open = tokens_.at(i).is_any({"for", "while"}) ? header_open(tokens_, i) : -1;
    if (open >= 0) {
      loops_.push_back({i, {open, tokens_.at(open).partner}, body_of(i)});
    }
    if (tokens_.at(i).is("<<<") && !tokens_.at(i - 1).is("operator")) {
      const int close = tokens_.find(i + 1, {">>>"}, {";", "}", ")", "<<<"});
      const bool has_arguments = close >= 0 && tokens_.at(close + 1).is("(");
      launches_.push_back({kernel_name_begin(tokens_, i - 1), i, close, split(i + 1, close),
                           has_arguments ? close + 1 : -1});
    }
  }
}

const Launch* Outline::launch_at(int open) const {
  const auto found = std::ranges::lower_bound(launches_, open, {}, &Launch::open);
  return found != launches_.end() && found->open == open ? &*found : nullptr;
}

int Outline::array_of(int last) const {
  while (tokens_.at(last).is("]") && tokens_.at(last).partner >= 0) {
    last = tokens_.at(last).partner - 1;
  }
  return last;
}

int Outline::end_of_element(int name) const {
  while (tokens_.at(name + 1).is("[") && tokens_.at(name + 1).partner > name) {
    name = tokens_.at(name + 1).partner;
  }
  return name;
}

int Outline::assignment_to(int last) const {
  const int sign = tokens_.at(last + 1).is_any({"+", "-", "*", "/"}) ? last + 2 : last + 1;
  return tokens_.at(sign).is("=") && !tokens_.at(sign + 1).is("=") ? sign : -1;
}

bool Outline::opens_arguments(int open) const {
  const Token& before = tokens_.at(open - 1);
  return before.is(">>>") ||
         (before.kind == TokenKind::identifier && tokens_.at(open).partner > open &&
          !before.is_any({"if", "for", "while", "switch", "return"}));
}

std::vector<Span> Outline::arguments(int open) const {
  return tokens_.at(open).is("(") ? split(open + 1, tokens_.at(open).partner) : std::vector<Span>();
}

// Tokens from `first` to the one before `end`, without the commas between them.
std::vector<Span> Outline::split(int first, int end) const {
  std::vector<Span> parts;
  for (int i = first; i < end; ++i) {
    if (tokens_.at(i).is(",")) {
      parts.push_back({first, i - 1});
      first = i + 1;
    }
    i = std::max(i, tokens_.at(i).partner);
  }
  if (first < end) {
    parts.push_back({first, end - 1});
  }
  return parts;
}

}  // namespace simt
