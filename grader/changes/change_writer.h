// Writes small changes into a lab file. Each has a number; the program makes the change whose
// number it is told.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/changeable_text.h"
#include "grader/changes/names_in_scope.h"
#include "grader/changes/rest_of_file.h"
#include "grader/core/facts/check.h"

namespace gemmlab {

using simt::Span;

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

  const simt::Tokens& tokens() const { return tokens_; }
  const simt::Outline& outline() const { return outline_; }
  const NamesInScope& names() const { return names_; }

  // Code can change in functions, except what must be constant.
  bool is_open(int token) const;
  // Calls `change` with each token where code can change.
  template <typename MakeChange>
  void at_each(MakeChange change) {
    for (int i = 0; i < tokens_.size(); ++i) {
      if (is_open(i)) {
        change(i);
      }
    }
  }
  bool is_in_for(int token) const;  // between its parentheses
  // The { of the function around a token where code can change.
  int function_around(int token) const { return outline_.function_around(token)->body.first; }
  // The expression that says what a token is for: an argument, an operand of a condition, an array
  // with its index.
  Span around(int token) const;
  // The same without the array: what is between its brackets.
  Span expression_around(int token) const;
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
  void replace_tokens(Span shown, const Replacements& replaced,
                      ChangeKind kind = ChangeKind::replaced);
  // The same, and what is told of it.
  void replace_as(const std::string& was, const std::string& now, const Replacements& replaced,
                  ChangeKind kind = ChangeKind::replaced);
  // Says of the last change that it is about which thread computes what.
  void mark_as_mapping();
  void mark_as(Likeness likeness);
  // Whether a name is another term of the sum that a token is in: with it twice, none is right.
  bool is_term_beside(int token, std::string_view name) const;
  // One change: what stands in two places changes places, as values of that type.
  void exchange(Span shown, Span one, Span other, const std::string& type,
                ChangeKind kind = ChangeKind::replaced);
  // One change: another expression.
  void offer(Span span, const std::string& now, ChangeKind kind = ChangeKind::replaced,
             const std::string& type = "");
  // Puts text around tokens. Of several such the wider one is outside, in whichever order they
  // come.
  void wrap(Span span, const std::string& before, const std::string& after);
  void insert_before(int token, const std::string& text) { rewrite_.insert_before(token, text); }
  void replace(Span span, const std::string& text) {
    rewrite_.replace(span.first, span.last, text);
  }

  void fix(int first, int last);  // from now on not open

  ChangeableText finish() &&;

 private:
  struct Wrap {
    Span span;
    std::string before, after;
  };

  void write_wraps();
  bool leaves_unused(const Replacements& replaced) const;
  void find_fixed();
  void fix_template_arguments(int open);
  int last_of(int token) const;

  std::size_t bytes_ = 0;
  simt::Rewrite rewrite_;
  const simt::Tokens& tokens_;
  const simt::Outline& outline_;
  NamesInScope names_;
  RestOfFile rest_;
  const std::set<int>& unchanged_;
  std::vector<bool> fixed_;
  std::vector<Change> changes_;
  std::vector<Wrap> wraps_;
  std::map<int, std::vector<std::pair<int, std::string>>> instead_;  // by token
  std::map<std::pair<int, std::string>, int> everywhere_;            // by function and aim
};

}  // namespace gemmlab
