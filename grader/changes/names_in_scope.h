// A lab file's variables: which of them code can name at a place, and which are alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"

namespace gemmlab {

struct DeclaredName {
  enum class Kind { parameter, local, constant };
  std::string_view name;
  std::string type;  // "int", "float*", "float[16][16]"; without const
  Kind kind = Kind::local;
  int at = 0, until = 0;  // tokens: of the name, and where its scope ends

  bool is_in_scope(int token) const { return at < token && token < until; }
  bool is_array() const { return type.ends_with(']'); }
  bool is_like(const DeclaredName& other) const { return type == other.type && kind == other.kind; }
};

inline constexpr int kMostTokens = 8000;

// A view: `source` must outlive it. Nothing of a text that is too long, or has brackets without a
// partner (macros and digraphs can hide one): where anything ends in it is unknown.
simt::Tokens tokens_of(const std::string& source);

// tx and ty, row0 and col0: as long, and half of their letters are the same.
bool are_alike(std::string_view one, std::string_view other);

// threadIdx.x and such, by the first of its three tokens.
bool is_axis(const simt::Tokens& tokens, int token);

// Whether the variable at a token is set, or has its address taken.
bool is_set(const simt::Tokens& tokens, int i);

class NamesInScope {
 public:
  NamesInScope(const simt::Tokens& tokens, const simt::Outline& outline);

  // What is declared at a token; or null.
  const DeclaredName* declared_at(int token) const;
  // What the name at a token means; null: none that is declared in the file.
  const DeclaredName* meaning(int token) const;
  // What a name means at a token; null: none that is declared there.
  const DeclaredName* visible(std::string_view name, int token) const;
  bool is_visible(const DeclaredName& name, int token) const {
    return visible(name.name, token) == &name;
  }
  // Others of the same type and kind that could stand at this place.
  std::vector<const DeclaredName*> others(const DeclaredName& name, int token) const;
  // The whole numbers of a kind that code can name at a token.
  std::vector<const DeclaredName*> numbers(DeclaredName::Kind kind, int token) const;
  const std::vector<DeclaredName>& all() const { return all_; }
  // A file may be made to have so many names that nothing else is done: then none is found.
  bool is_spent() const { return looks_ > kMostLooks; }

 private:
  static constexpr std::size_t kMostLooks = 20'000'000;  // at a name

  bool may_look(std::size_t looks) const {
    looks_ += looks;
    return !is_spent();
  }
  template <typename Wanted>
  std::vector<const DeclaredName*> all_visible(int token, Wanted is_wanted) const;
  void declare_constant(int directive);
  void declare_from(int first);
  int scope_end(int token) const;

  const simt::Tokens& tokens_;
  const simt::Outline& outline_;
  std::vector<DeclaredName> all_;
  std::unordered_map<int, std::size_t> declared_;  // of them, by token
  mutable std::size_t looks_ = 0;
};

}  // namespace gemmlab
