#include "grader/changes/names_in_scope.h"

#include <algorithm>
#include <optional>
#include <set>

#include "common/simt/translate/lexer.h"
#include "grader/changes/changeable_text.h"
#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

using simt::Token;
using simt::TokenKind;

bool is_type(const Token& token) {
  return token.is_any({"int",     "unsigned", "long",     "short",    "char",
                       "signed",  "size_t",   "int8_t",   "int16_t",  "int32_t",
                       "int64_t", "uint8_t",  "uint16_t", "uint32_t", "uint64_t",
                       "float",   "double",   "dim3",     "bool",     "auto"});
}

bool is_member(const simt::Tokens& tokens, int index) {
  return tokens.at(index - 1).is_any({".", "->", "::"});
}

// `signs`: before the name, such as the star of a pointer, which may be const itself.
std::string type_of(const simt::Tokens& tokens, const simt::Declarator& declarator,
                    simt::Span signs, std::string base, bool is_const) {
  for (int i = signs.first; i <= signs.last; ++i) {
    base += tokens.at(i).is("*") ? "*" : "";
  }
  std::string type = is_const && base.ends_with('*') ? "const " + base : base;
  for (int i = declarator.extents.first; i <= declarator.extents.last; ++i) {
    type += tokens.at(i).text;
  }
  return type;
}

std::string type_of_number(const Token& number) {
  return number.text.find_first_of(".f") == std::string::npos ? "int" : "float";
}

}  // namespace

simt::Tokens tokens_of(const std::string& source) {
  simt::Tokens tokens;
  if (source.size() <= kMostText) {
    tokens = simt::lex(source, {});
  }
  const bool is_usual = tokens.size() <= kMostTokens && tokens.pairs_all_brackets();
  return is_usual ? tokens : simt::Tokens();
}

bool is_set(const simt::Tokens& tokens, int i) {
  const Token &before = tokens.at(i - 1), &after = tokens.at(i + 1);
  const bool is_sum = after.is_any({"+", "-", "*", "/"}) && tokens.at(i + 2).is_any({"=", "+"});
  const bool is_stepped = before.is_any({"+", "-"}) && tokens.at(i - 2).is_any({"+", "-"});
  const bool is_address = before.is("&") && !tokens.at(i - 2).is("&");
  return (after.is("=") && !tokens.at(i + 2).is("=")) || is_address || is_sum || is_stepped;
}

bool are_alike(std::string_view one, std::string_view other) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    same += one[i] == other[i] ? 1 : 0;
  }
  return one.size() == other.size() && 2 * same >= one.size();
}

bool is_axis(const simt::Tokens& tokens, int token) {
  return tokens.at(token).is_any({"threadIdx", "blockIdx", "blockDim", "gridDim"}) &&
         tokens.at(token + 1).is(".") && tokens.at(token + 2).is_any({"x", "y"});
}

NamesInScope::NamesInScope(const simt::Tokens& tokens, const simt::Outline& outline)
    : tokens_(tokens), outline_(outline) {
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).kind == TokenKind::directive) {
      declare_constant(i);
    } else if (is_type(tokens.at(i)) && !is_type(tokens.at(i - 1)) && !is_member(tokens, i)) {
      declare_from(i);
    }
  }
  for (std::size_t i = 0; i < all_.size(); ++i) {
    declared_.try_emplace(all_[i].at, i);
  }
}

// #define NAME NUMBER, or an expression
void NamesInScope::declare_constant(int directive) {
  static const Pattern define(R"(#\s*define\s+(\w+)\s+[\w\s*/+()-]+(//.*|/\*.*)?)");
  constexpr std::size_t kLongest = 200;  // for the pattern's stack and time
  const std::string text(tokens_.at(directive).text);
  if (const auto match = text.size() > kLongest ? std::nullopt : define.match(text)) {
    const std::size_t at = text.find((*match)[1], text.find("define") + 6);
    all_.push_back({tokens_.at(directive).text.substr(at, (*match)[1].size()), "int",
                    DeclaredName::Kind::constant, directive, tokens_.size()});
  }
}

// All names of a declaration that begins with this type, or the one of a parameter.
void NamesInScope::declare_from(int first) {
  const int bracket = outline_.bracket_around(first);
  const bool is_parameter =
      bracket >= 0 && tokens_.at(bracket).is("(") && !tokens_.at(bracket - 1).is("for");
  const bool is_const = tokens_.at(first - 1).is("const");
  std::string base;
  int i = first;
  for (; is_type(tokens_.at(i)) || tokens_.at(i).is("const"); ++i) {
    base += tokens_.at(i).is("const") ? "" : std::string(tokens_.at(i).text);
  }
  // template <int T>: known in the function behind it
  const bool is_template = bracket < 0 && tokens_.at(first - 1).is_any({"<", ","});
  bool is_constant = is_template;
  for (int before = first - 1; tokens_.at(before).kind == TokenKind::identifier; --before) {
    is_constant |=
        tokens_.at(before).is("constexpr") || (bracket < 0 && tokens_.at(before).is("const"));
  }
  const int until =
      is_template ? tokens_.at(tokens_.find(first, {"{"}, {";"})).partner : scope_end(first);
  while (until >= 0) {
    const simt::Declarator found = outline_.declarator(i);
    const Token& after = tokens_.at(found.name + 1);
    if (found.name < 0 || !(after.is_any({"=", ";", ",", ")", "[", "{"}) ||
                            (after.is("(") && base == "dim3") || (after.is(">") && is_template))) {
      return;
    }
    const Token& value = tokens_.at(found.name + 2);
    const bool is_deduced = tokens_.at(first).is("auto");
    if (is_deduced && !(after.is("=") && value.kind == TokenKind::number)) {
      return;
    }
    all_.push_back({tokens_.at(found.name).text,
                    is_deduced ? type_of_number(value)
                               : type_of(tokens_, found, {i, found.name - 1}, base, is_const),
                    is_parameter  ? DeclaredName::Kind::parameter
                    : is_constant ? DeclaredName::Kind::constant
                                  : DeclaredName::Kind::local,
                    found.name, until});
    if (is_parameter || !tokens_.at(found.end).is(",")) {
      return;
    }
    i = found.end + 1;
  }
}

// -1: of a parameter of a function without a body.
int NamesInScope::scope_end(int token) const {
  const int bracket = outline_.bracket_around(token);
  if (bracket < 0) {
    return tokens_.size();
  }
  const int end = tokens_.at(bracket).partner;
  if (tokens_.at(bracket - 1).is("namespace") || tokens_.at(bracket - 2).is("namespace")) {
    return scope_end(bracket);  // if the name is not known behind it, no change there compiles
  }
  if (!tokens_.at(bracket).is("(")) {
    return end;
  }
  const simt::Function* const function = outline_.function_declared_around(token);
  if (function != nullptr && function->parameters.first == bracket) {
    return function->body.last;
  }
  const int body = end + 1;
  return tokens_.at(body).is("{")            ? tokens_.at(body).partner
         : tokens_.at(bracket - 1).is("for") ? outline_.statement_end(body)
                                             : -1;
}

const DeclaredName* NamesInScope::visible(std::string_view name, int token) const {
  if (!may_look(all_.size())) {
    return nullptr;
  }
  const auto found = std::find_if(all_.rbegin(), all_.rend(), [&](const DeclaredName& each) {
    return each.name == name && each.is_in_scope(token);
  });
  return found == all_.rend() ? nullptr : &*found;
}

const DeclaredName* NamesInScope::declared_at(int token) const {
  const auto found = declared_.find(token);
  return found == declared_.end() ? nullptr : &all_[found->second];
}

const DeclaredName* NamesInScope::meaning(int token) const {
  const bool is_name = tokens_.at(token).kind == TokenKind::identifier;
  return is_name && !is_member(tokens_, token) ? visible(tokens_.at(token).text, token) : nullptr;
}

template <typename Wanted>
std::vector<const DeclaredName*> NamesInScope::all_visible(int token, Wanted is_wanted) const {
  std::vector<const DeclaredName*> found;
  std::set<std::string_view> hidden;  // by a name further in
  if (!may_look(4 * all_.size())) {
    return found;
  }
  for (auto each = all_.rbegin(); each != all_.rend(); ++each) {
    if (each->is_in_scope(token) && hidden.insert(each->name).second && is_wanted(*each)) {
      found.push_back(&*each);
    }
  }
  std::ranges::reverse(found);
  return found;
}

std::vector<const DeclaredName*> NamesInScope::others(const DeclaredName& name, int token) const {
  return all_visible(token, [&](const DeclaredName& each) {
    return each.name != name.name && each.is_like(name);
  });
}

std::vector<const DeclaredName*> NamesInScope::numbers(DeclaredName::Kind kind, int token) const {
  return all_visible(
      token, [&](const DeclaredName& each) { return each.kind == kind && each.type == "int"; });
}

}  // namespace gemmlab
