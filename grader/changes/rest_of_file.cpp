#include "grader/changes/rest_of_file.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

namespace gemmlab {

using simt::Span;
using simt::Token;

namespace {

// a and a_device
bool is_named_after(std::string_view argument, std::string_view parameter) {
  const std::string ending = "_" + std::string(parameter), beginning = std::string(parameter) + "_";
  return argument == parameter || argument.starts_with(beginning) || argument.ends_with(ending);
}

}  // namespace

RestOfFile::RestOfFile(const simt::Tokens& tokens, const simt::Outline& outline)
    : tokens_(tokens), outline_(outline) {
  constexpr std::size_t kLongest = 16 << 10;
  for (const Token& token : tokens_.all) {
    text_ += token.kind == simt::TokenKind::directive ? ";" : token.text;
  }
  if (text_.size() > kLongest) {
    text_.clear();
  }
}

// Not as a part of longer names, or of products.
int RestOfFile::times_written(const std::string& form) const {
  constexpr std::string_view kStronger = "*/%";
  const auto is_of_name = [](char each) { return std::isalnum(each) != 0 || each == '_'; };
  const auto goes_on = [&](char inside, char outside) {
    return (is_of_name(inside) && is_of_name(outside)) || kStronger.find(outside) != kStronger.npos;
  };
  int times = 0;
  for (std::size_t at = text_.find(form); at != std::string::npos; at = text_.find(form, at + 1)) {
    const std::size_t end = at + form.size();
    const bool begins = at == 0 || !goes_on(form.front(), text_[at - 1]);
    const bool ends = end == text_.size() || !goes_on(form.back(), text_[end]);
    times += begins && ends ? 1 : 0;
  }
  return times;
}

Likeness RestOfFile::likeness_of_forms(const std::string& was, const std::string& now) const {
  constexpr std::size_t kLongest = 40;
  const auto is_form = [](const std::string& text) {
    return text.size() <= kLongest && text.find_first_of("+*-/%") != std::string::npos;
  };
  std::string before = was, after = now;
  std::erase(before, ' ');
  std::erase(after, ' ');
  if (!is_form(before) || !is_form(after)) {
    return Likeness::none;
  }
  const bool was_elsewhere = times_written(before) > 1, is_elsewhere = times_written(after) > 0;
  return was_elsewhere == is_elsewhere ? Likeness::none
         : is_elsewhere                ? Likeness::like_others
                                       : Likeness::unlike;
}

Likeness RestOfFile::likeness_of_names(const Replacements& replaced) const {
  int more = 0;
  for (const auto& [token, other] : replaced) {
    const int open = outline_.bracket_around(token);
    if (open < 0 || !tokens_.at(open).is("(") || !outline_.opens_arguments(open)) {
      continue;
    }
    const auto& launches = outline_.launches();
    const auto launch = std::ranges::find(launches, open, &simt::Launch::parenthesis);
    const Token& callee = tokens_.at(launch == launches.end() ? open - 1 : launch->kernel);
    const auto function =
        std::ranges::find_if(outline_.functions(), [&](const simt::Function& each) {
          return each.name >= 0 && tokens_.at(each.name).is(callee.text);
        });
    if (function == outline_.functions().end()) {
      continue;
    }
    const std::vector<Span> given = outline_.arguments(open),
                            own = outline_.arguments(function->parameters.first);
    for (std::size_t i = 0; i < std::min(given.size(), own.size()); ++i) {
      if (given[i].first == token && given[i].last == token) {
        const std::string_view parameter = tokens_.at(own[i].last).text;
        more += is_named_after(other, parameter) ? 1 : 0;
        more -= is_named_after(tokens_.at(token).text, parameter) ? 1 : 0;
      }
    }
  }
  return more > 0 ? Likeness::like_names : more < 0 ? Likeness::unlike : Likeness::none;
}

}  // namespace gemmlab
