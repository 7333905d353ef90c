#include "grader/core/pattern.h"

#include <algorithm>
#include <iterator>
#include <regex>

namespace gemmlab {
namespace {

Match match_of(const std::cmatch& found) {
  return {std::size_t(found.position()), {found.begin(), found.end()}};
}

std::optional<Match> match_if(bool is_found, const std::cmatch& found) {
  return is_found ? std::optional(match_of(found)) : std::nullopt;
}

}  // namespace

struct Pattern::Compiled {
  std::regex regex;
};

Pattern::Pattern(std::string_view form, Letters letters)
    : compiled_(new Compiled{std::regex(form.begin(), form.end(),
                                        letters == Letters::any_case
                                            ? std::regex::ECMAScript | std::regex::icase
                                            : std::regex::ECMAScript)}) {}

Pattern::Pattern(Pattern&& other) noexcept = default;
Pattern::~Pattern() = default;

std::optional<Match> Pattern::match(std::string_view text) const {
  std::cmatch found;
  return match_if(std::regex_match(text.begin(), text.end(), found, compiled_->regex), found);
}

std::optional<Match> Pattern::first_in(std::string_view text) const {
  std::cmatch found;
  return match_if(std::regex_search(text.begin(), text.end(), found, compiled_->regex), found);
}

std::vector<Match> Pattern::all_in(std::string_view text) const {
  std::vector<Match> all;
  std::cregex_iterator found(text.begin(), text.end(), compiled_->regex);
  std::transform(found, {}, std::back_inserter(all), match_of);
  return all;
}

std::string Pattern::replace(std::string_view text, const std::string& with) const {
  std::string replaced;
  std::regex_replace(std::back_inserter(replaced), text.begin(), text.end(), compiled_->regex,
                     with);
  return replaced;
}

}  // namespace gemmlab
