// Questions of SourceAccesses about guards of stores, and about pointers of the host.
#include <algorithm>
#include <string_view>
#include <vector>

#include "grader/changes/source_accesses.h"

namespace gemmlab {

using simt::Span;
using simt::TokenKind;

namespace {

bool is_allocation(const simt::Token& token) {
  return token.is_any({"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync"});
}

}  // namespace

// Whether it names a whole number that the function was given, or a variable that is computed so.
bool SourceAccesses::asks_for_extent(Span span, int depth) const {
  for (int i = span.first; i <= span.last; ++i) {
    const DeclaredName* const name = names_.meaning(i);
    if (name == nullptr) {
      continue;
    }
    const bool is_extent =
        name->kind == DeclaredName::Kind::parameter && !name->type.ends_with('*');
    if (is_extent || (name->kind == DeclaredName::Kind::local && depth < 2 &&
                      asks_for_extent(value_of(*name), depth + 1))) {
      return true;
    }
  }
  return false;
}

std::vector<SourceAccesses::GuardedStore> SourceAccesses::guarded_stores(
    std::string_view array) const {
  std::vector<GuardedStore> stores;
  for (int i = 0; i < tokens_.size(); ++i) {
    const Span body = tokens_.at(i).is("if") ? outline_.body_of(i) : Span{0, -1};
    if (body.last < body.first || tokens_.at(body.last + 1).is("else") ||
        !asks_for_extent({i + 2, tokens_.at(i + 1).partner})) {
      continue;
    }
    for (int j = body.first; j <= body.last; ++j) {
      const bool is_meant = array.empty() || tokens_.at(j).is(array);
      if (is_meant && tokens_.at(j + 1).is("[") && is_stored_to(j)) {
        stores.push_back({tokens_.at(j).line, tokens_.at(i).line});
        break;
      }
    }
  }
  return stores;
}

// Whether a token is an argument of a function that may take it by reference.
bool SourceAccesses::may_be_set_by_call(int token) const {
  const int open = outline_.bracket_around(token);
  const simt::Token& function = tokens_.at(open - 1);
  return open > 0 && tokens_.at(open).is("(") && function.kind == TokenKind::identifier &&
         !function.text.starts_with("cuda") &&
         !function.is_any({"matmul", "if", "while", "for", "sizeof", "return"});
}

// Whether it is an argument of a launch, of matmul, or of a copy or fill.
bool SourceAccesses::is_used_by_call(int token) const {
  const int open = outline_.bracket_around(token);
  const simt::Token& function = tokens_.at(open - 1);
  return open > 0 && tokens_.at(open).is("(") &&
         (function.is_any({"matmul", ">>>"}) || function.text.starts_with("cudaMem"));
}

std::vector<SourceAccesses::Pointer> SourceAccesses::unset_pointers() const {
  std::vector<Pointer> unset;
  for (const DeclaredName& name : names_.all()) {
    const simt::Function* const function = outline_.function_around(name.at);
    const Span value = value_of(name);
    const bool is_null =
        value.first == value.last && tokens_.at(value.first).is_any({"nullptr", "NULL", "0"});
    if (!name.type.ends_with('*') || name.kind != DeclaredName::Kind::local ||
        function == nullptr || (value.last >= value.first && !is_null)) {
      continue;
    }
    for (int i = name.at + 1; i < name.until; ++i) {
      if (names_.meaning(i) != &name) {
        continue;
      }
      const bool is_assigned = tokens_.at(i + 1).is("=") && !tokens_.at(i + 2).is("=");
      const bool is_given = tokens_.at(i - 1).is("&") || tokens_.at(i + 1).is_any({"+", "-"});
      const int open = outline_.bracket_around(i);
      if (!is_given && open > 0 && is_allocation(tokens_.at(open - 1)) &&
          tokens_.at(i + 1).is(",")) {
        unset.push_back({std::string(name.name), tokens_.at(i).line, true});
        break;
      }
      if (is_assigned || is_given || may_be_set_by_call(i)) {
        break;
      }
      if (is_used_by_call(i)) {
        unset.push_back({std::string(name.name), tokens_.at(i).line});
        break;
      }
    }
  }
  return unset;
}

std::string SourceAccesses::allocated_at(int line) const {
  for (int i = 0; i < tokens_.size(); ++i) {
    if (tokens_.at(i).line != line || !is_allocation(tokens_.at(i))) {
      continue;
    }
    for (int j = i + 2; j < tokens_.at(i + 1).partner; ++j) {
      if (tokens_.at(j).is("&") && tokens_.at(j + 1).kind == TokenKind::identifier) {
        return text({j + 1, j + 1});
      }
    }
  }
  return "";
}

std::vector<int> SourceAccesses::sizes_without_sizeof(std::string_view pointer) const {
  std::vector<int> lines;
  for (int i = 0; i < tokens_.size(); ++i) {
    const bool is_copy = tokens_.at(i).is_any({"cudaMemcpy", "cudaMemcpyAsync"});
    const bool is_fill = tokens_.at(i).is_any({"cudaMemset", "cudaMemsetAsync"});
    if (!(is_copy || is_fill) || !tokens_.at(i + 1).is("(")) {
      continue;
    }
    const std::vector<Span> all = outline_.arguments(i + 1);
    if (all.size() < 3 || !tokens_.at(all[0].first).is(pointer)) {
      continue;
    }
    const Span size = all[2];
    bool counts_bytes = false;
    for (int j = size.first; j <= size.last; ++j) {
      const DeclaredName* const name = names_.meaning(j);
      const Span value = name != nullptr ? value_of(*name) : Span{0, -1};
      counts_bytes |= tokens_.at(j).is_any({"sizeof", "4"});
      for (int v = value.first; v <= value.last; ++v) {
        counts_bytes |= tokens_.at(v).is_any({"sizeof", "4"});
      }
    }
    if (!counts_bytes) {
      lines.push_back(tokens_.at(i).line);
    }
  }
  return lines;
}

}  // namespace gemmlab
