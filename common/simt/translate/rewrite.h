// What the passes of the translator share: the tokens they read, and the edits they ask for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/translate_error.h"

namespace simt {

struct LineRange {
  int first = 0, last = 0;
};

class Rewrite {
 public:
  Rewrite(std::string_view text, std::string_view trusted_prefix);

  const Tokens& tokens() const { return tokens_; }

  // Replaces tokens first..last, and all between them, by `replacement`. An edit
  // within another has no effect.
  void replace(int first, int last, std::string replacement);
  void insert_before(int token, std::string text);
  // These define a constant at the end of the text, for the simulator to find by its name: the
  // lines as a row of ints, first and last of each range in turn (none: no constant), or only that
  // there is something of this name.
  void tell_ranges(const std::string& name, const std::vector<LineRange>& ranges);
  void tell_flag(const std::string& name);

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
  void append_constant(const std::string& name,
                       const std::string& type,
                       const std::string& extent,
                       const std::string& value);
  std::size_t offset(int token) const;
  std::size_t end_offset(int token) const;

  std::string_view text_;
  Tokens tokens_;
  std::vector<Edit> edits_;
};

std::string string_literal(std::string_view text);

}  // namespace simt
