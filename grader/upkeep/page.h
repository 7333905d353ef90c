// The structure of a docs page: its headings, as far as the course relies on them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct Heading {
  int level = 0;     // number of #
  std::string text;  // without the #
  int items = 0;     // bullets ("- ...") at the left margin before the next heading

  bool operator==(const Heading&) const = default;
};

// All headings of a Markdown text, in order. Fenced code is no part of the text.
std::vector<Heading> headings_of(std::string_view markdown);

// The numbers that begin the level-3 headings below the level-2 heading `section`: "3.1".
std::vector<std::string> steps_below(const std::vector<Heading>& headings,
                                     std::string_view section);

}  // namespace gemmlab
