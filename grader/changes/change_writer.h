// Writes small changes into a lab file. Each has a number; the program makes the change whose
// number it is told.
#pragma once

#include <map>
#include <unordered_map>

#include "common/simt/translate/rewrite.h"
#include "grader/changes/changes.h"

namespace gemmlab {

// ---- the file's variables: which of them code can name at a place, and which are alike ----

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
  std::vector<int> parents_;
  std::vector<DeclaredName> all_;
  std::unordered_map<int, std::size_t> declared_;  // of them, by token
  mutable std::size_t looks_ = 0;
};

// ---- its text, which passes change ----

using simt::Span;

using Replacements = std::map<int, std::string>;  // by token; threadIdx.x counts as one

class ChangeWriter {
 public:
  static constexpr std::size_t kMostChanges = 2000;
  static constexpr std::size_t kMostBytes = 1 << 20;  // of all texts that changes write

  ChangeWriter(const std::string& source, const std::set<int>& unchanged);

  std::size_t count() const { return changes_.size(); }
  // A file may be made to have so many that nothing else is done: then no token is open.
  bool is_full() const {
    return changes_.size() >= kMostChanges || bytes_ > kMostBytes || names_.is_spent();
  }

  const simt::Tokens& tokens() const { return is_; }
  const NamesInScope& names() const { return names_; }

  // Code can change in functions, except what must be constant.
  bool is_open(int token) const;
  // Calls `change` with each token where code can change.
  template <typename MakeChange>
  void at_each(MakeChange change) {
    for (int i = 0; i < is_.size(); ++i) {
      if (is_open(i)) {
        change(i);
      }
    }
  }
  bool is_in_for(int token) const;  // between its parentheses
  // Whether a ( opens the arguments of a launch, or of a call.
  bool is_call(int open) const;
  // The ; of the statement, or -1.
  int end_of_statement(int token) const { return is_.find(token, {";"}, {")", "}"}); }
  std::vector<Span> arguments(int open) const;
  // The expression that says what a token is for: an argument, an operand of a condition, an array
  // with its index.
  Span around(int token) const;
  // Of a line with several such places, all that stands on it.
  Span told_apart(Span shown) const;
  std::string text(Span span, const Replacements& replaced = {}) const;

  // Adds a change at a token's line: its number.
  int add(int token, const std::string& was, const std::string& now, std::size_t places = 1,
          ChangeKind kind = ChangeKind::replaced);
  // Adds a change at a token, and one that makes it at all places of the function with such an
  // `aim`: the condition for either.
  std::string add_also_everywhere(int token, const std::string& aim, const std::string& was,
                                  const std::string& now, ChangeKind kind = ChangeKind::replaced);
  static std::string chosen(int number);  // the condition

  // One change: other texts for these tokens.
  void put(Span shown, const Replacements& replaced, ChangeKind kind = ChangeKind::replaced);
  // One change: what stands in two places changes places, as values of that type.
  void exchange(Span shown, Span one, Span other, const std::string& type,
                ChangeKind kind = ChangeKind::replaced);
  // One change: another expression.
  void offer(Span span, const std::string& now, ChangeKind kind = ChangeKind::replaced,
             const std::string& type = "");
  void wrap(Span span, const std::string& before, const std::string& after);
  void insert_before(int token, const std::string& text) { rewrite_.insert_before(token, text); }
  void replace(Span span, const std::string& text) {
    rewrite_.replace(span.first, span.last, text);
  }

  void fix(int first, int last);  // from now on not open

  ChangeableText finish() &&;

 private:
  bool leaves_unused(const Replacements& replaced) const;
  void find_fixed();
  void fix_template_arguments(int open);
  int last_of(int token) const;

  std::size_t bytes_ = 0;
  simt::Rewrite rewrite_;
  const simt::Tokens& is_;
  NamesInScope names_;
  const std::set<int>& unchanged_;
  std::vector<bool> fixed_;
  std::vector<Change> changes_;
  std::map<int, std::vector<std::pair<int, std::string>>> instead_;  // by token
  std::map<std::pair<int, std::string>, int> everywhere_;            // by function and aim
};

// threadIdx.x and such, by the first of its three tokens.
bool is_axis(const simt::Tokens& tokens, int token);

// The passes, each over all tokens.
void change_names(ChangeWriter& writer);
void change_conditions(ChangeWriter& writer);
void change_statements(ChangeWriter& writer);
void change_macros(ChangeWriter& writer);
void change_calls(ChangeWriter& writer);
void change_indices(ChangeWriter& writer);

}  // namespace gemmlab
