#include "grader/upkeep/page.h"

#include <algorithm>
#include <sstream>

namespace gemmlab {

std::vector<Heading> headings_of(std::string_view markdown) {
  std::vector<Heading> headings;
  std::istringstream lines{std::string(markdown)};
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    const auto text = std::min(line.find_first_not_of(' '), line.size());
    if (line.compare(text, 3, "```") == 0) {
      in_code = !in_code;
    }
    if (in_code) {
      continue;
    }
    const auto level = line.find_first_not_of('#');
    if (level != line.npos && level > 0 && line[level] == ' ') {
      headings.push_back({static_cast<int>(level), line.substr(level + 1), 0});
    } else if (line.starts_with("- ") && !headings.empty()) {
      ++headings.back().items;
    }
  }
  return headings;
}

std::vector<std::string> steps_below(const std::vector<Heading>& headings,
                                     std::string_view section) {
  std::vector<std::string> steps;
  bool inside = false;
  for (const Heading& heading : headings) {
    if (heading.level <= 2) {
      inside = heading.level == 2 && heading.text == section;
    } else if (inside && heading.level == 3) {
      steps.push_back(heading.text.substr(0, heading.text.find(' ')));
    }
  }
  return steps;
}

}  // namespace gemmlab
