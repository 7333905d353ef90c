#include "grader/upkeep/checks.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

struct Line {
  int number = 0;
  std::string text;
  bool is_code = false;
};

// Code is fenced, or indented after a blank line or other code.
std::vector<Line> lines_with_code_marked(std::string_view markdown) {
  std::vector<Line> lines;
  std::istringstream in{std::string(markdown)};
  bool in_fence = false, may_indent = true;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    const auto indent = std::min(text.find_first_not_of(' '), text.size());
    const bool is_fence = text.compare(indent, 3, "```") == 0;
    const bool is_blank = indent == text.size();
    const bool is_indented = !in_fence && may_indent && indent >= 4 && !is_blank;
    lines.push_back({++number, text, in_fence || is_fence || is_indented});
    in_fence = in_fence != is_fence;
    may_indent = is_blank || is_indented;
  }
  return lines;
}

const Pattern& code_span() {
  static const Pattern span("`([^`]*)`");
  return span;
}

std::string github_anchor(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') {
      anchor += '-';
    } else if (std::isalnum(byte) || c == '-' || c == '_' || byte >= 0x80) {
      anchor += static_cast<char>(std::tolower(byte));
    }
  }
  return anchor;
}

}  // namespace

std::vector<Heading> headings_of(std::string_view markdown) {
  std::vector<Heading> headings;
  for (const Line& line : lines_with_code_marked(markdown)) {
    if (line.is_code) {
      continue;
    }
    const auto level = line.text.find_first_not_of('#');
    if (level != line.text.npos && level > 0 && line.text[level] == ' ') {
      headings.push_back({static_cast<int>(level), line.text.substr(level + 1), 0});
    } else if (line.text.starts_with("- ") && !headings.empty()) {
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

std::set<std::string> anchors_of(std::string_view markdown) {
  static const Pattern link(R"(\[([^\]]*)\]\([^)]*\))"), id(R"re(<a id="([^"]+)">)re");
  std::set<std::string> anchors;
  std::map<std::string, int> seen;
  for (const Heading& heading : headings_of(markdown)) {
    const std::string anchor = github_anchor(link.replace(heading.text, "$1"));
    const int before = seen[anchor]++;
    anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  for (const Match& match : id.all_in(markdown)) {
    anchors.insert(match[1]);
  }
  return anchors;
}

std::vector<Mention> links_of(std::string_view markdown) {
  static const Pattern link(R"(\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+))");
  std::vector<Mention> links;
  for (const Line& line : lines_with_code_marked(markdown)) {
    const std::string text = line.is_code ? "" : code_span().replace(line.text, "");
    for (const Match& match : link.all_in(text)) {
      links.push_back({line.number, match[1].empty() ? match[2] : match[1]});
    }
  }
  return links;
}

std::vector<Mention> code_of(std::string_view markdown) {
  std::vector<Mention> code;
  for (const Line& line : lines_with_code_marked(markdown)) {
    if (line.is_code) {
      code.push_back({line.number, line.text});
      continue;
    }
    for (const Match& span : code_span().all_in(line.text)) {
      code.push_back({line.number, span[1]});
    }
  }
  return code;
}

}  // namespace gemmlab
