// The passes of the translator, and what they share: the tokens they read, and the edits they ask
// for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/translate.h"

namespace simt {

class Rewrite {
 public:
  Rewrite(std::string_view text, std::string_view trusted_prefix);

  const Tokens& tokens() const { return tokens_; }

  // Replaces tokens first..last, and all between them, by `replacement`. An edit
  // within another has no effect.
  void replace(int first, int last, std::string replacement);
  void insert_before(int token, std::string text);
  // Defines a constant at the end of the text, for the simulator to find by its name; an array if
  // the value is in braces.
  void tell(const std::string& type, const std::string& name, const std::string& value);

  // The text from the start of token `first` to the end of token `last`, just as it is.
  std::string_view text(int first, int last) const;
  // The same on one line, without line markers; blanks only where some were.
  std::string one_line(int first, int last) const;
  // A line of its own, after which the next line is `token`'s.
  std::string line_marker(int token) const;

  TranslateError error(TranslateError::Kind kind, int token, std::string message) const;

  std::string apply() &&;

 private:
  struct Edit {
    std::size_t begin = 0, end = 0;
    std::string replacement;
  };
  std::size_t offset(int token) const;
  std::size_t end_offset(int token) const;

  std::string_view text_;
  Tokens tokens_;
  std::vector<Edit> edits_;
};

std::string string_literal(std::string_view text);

// The passes, each over all tokens. Each may throw a TranslateError.
void refuse_what_hides_accesses(const Rewrite& rewrite);
void name_what_is_unknown(const Rewrite& rewrite);
void rewrite_launches(Rewrite& rewrite);
void rewrite_launch_calls(Rewrite& rewrite);
void rewrite_indices(Rewrite& rewrite);
void rewrite_qualifiers(Rewrite& rewrite);
void rewrite_launch_bounds(Rewrite& rewrite);
void rewrite_shared_variables(Rewrite& rewrite);
void rewrite_barriers(Rewrite& rewrite);
void log_rounds(Rewrite& rewrite);
void rewrite_constants(Rewrite& rewrite);
void tell_long_statements(Rewrite& rewrite);

}  // namespace simt
