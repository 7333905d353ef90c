// Regular expressions. <regex> takes seconds to compile, so one file alone includes it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

// Where a pattern was found: [0] is all of it, [1] what its first group took. Empty for a group
// that took no part.
struct Match {
  const std::string& operator[](std::size_t group) const { return groups[group]; }

  std::size_t begin = 0;  // in the text
  std::vector<std::string> groups;
};

enum class Letters { exact, any_case };

// In the grammar of ECMAScript. Matching takes stack space for each character: keep texts that
// nobody trusts short.
class Pattern {
 public:
  explicit Pattern(std::string_view form, Letters letters = Letters::exact);
  Pattern(Pattern&& other) noexcept;
  ~Pattern();

  // Of the whole text.
  bool matches(std::string_view text) const { return match(text).has_value(); }
  std::optional<Match> match(std::string_view text) const;

  // Of any part of it.
  bool is_in(std::string_view text) const { return first_in(text).has_value(); }
  std::optional<Match> first_in(std::string_view text) const;
  std::vector<Match> all_in(std::string_view text) const;

  // The text, with each part that matches replaced; $1 stands for what the first group took.
  std::string replace(std::string_view text, const std::string& with) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace gemmlab
