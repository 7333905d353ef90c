// The structure of a Markdown page: its headings, links and code, as far as the course needs them.
#pragma once

#include <set>
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

// All headings of a Markdown text, in order. Ignores fenced code.
std::vector<Heading> headings_of(std::string_view markdown);

// The numbers at the start of the level-3 headings below the level-2 heading `section`: "3.1".
std::vector<std::string> steps_below(const std::vector<Heading>& headings,
                                     std::string_view section);

// The valid #fragments of links: the headings as GitHub names them, each unique ("what-it-is", the
// second one "what-it-is-1"), and <a id="...">.
std::set<std::string> anchors_of(std::string_view markdown);

struct Mention {
  int line = 0;  // from 1 on
  std::string text;

  bool operator==(const Mention&) const = default;
};

// The targets of links and images, "docs/speed.md#how"; not those in code.
std::vector<Mention> links_of(std::string_view markdown);

// The text between backquotes, and each line of fenced or indented code.
std::vector<Mention> code_of(std::string_view markdown);

}  // namespace gemmlab
