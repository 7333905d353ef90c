// The variables of a lab file: which of them code can name at a place, and which are alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/lexer.h"

namespace gemmlab {

struct DeclaredName {
  enum class Kind { parameter, local, constant };
  std::string_view name;
  std::string type;  // "int", "float*", "float[16][16]"; without const
  Kind kind = Kind::local;
  int at = 0, until = 0;  // tokens: of the name, and where its scope ends

  bool is_array() const { return type.ends_with(']'); }
  bool is_like(const DeclaredName& other) const { return type == other.type && kind == other.kind; }
};

class NamesInScope {
 public:
  explicit NamesInScope(const simt::Tokens& tokens);

  // The innermost bracket around a token; -1: none.
  int bracket_around(int token) const { return parents_[token]; }
  // The { of the function whose body a token is in; -1: none.
  int function_around(int token) const;
  // What is declared at a token; or null.
  const DeclaredName* declared_at(int token) const;
  // What the name at a token means; null: none that is declared in the file.
  const DeclaredName* meaning(int token) const;
  bool is_visible(const DeclaredName& name, int token) const {
    return visible(name.name, token) == &name;
  }
  // Others of the same type and kind that could stand at this place.
  std::vector<const DeclaredName*> others(const DeclaredName& name, int token) const;
  // The whole numbers of a kind that code can name at a token.
  std::vector<const DeclaredName*> numbers(DeclaredName::Kind kind, int token) const;
  const std::vector<DeclaredName>& all() const { return all_; }

 private:
  const DeclaredName* visible(std::string_view name, int token) const;
  void declare_constant(int directive);
  void declare_from(int first);
  int scope_end(int token) const;

  const simt::Tokens& tokens_;
  std::vector<int> parents_;
  std::vector<DeclaredName> all_;
};

}  // namespace gemmlab
