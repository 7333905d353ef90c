// What Markdown pages refer to: files, headings and our commands; and the files for editors and
// containers, in .vscode/ and .devcontainer/.

#include <cctype>
#include <sstream>

#include "common/facts/json.h"
#include "grader/core/pattern.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {
namespace {

// One of our files with its full path: "grader/judge/judge.h". NN_name and similar are
// placeholders.
bool names_a_file(const std::string& code) {
  static const Pattern file(R"((\.ci|\.devcontainer|\.vscode|common|docs|grader|labs|solutions))"
                            R"((/[\w.-]+)+/?)");
  return file.matches(code) && code.find("NN_") == code.npos;
}

// The words of a command, up to a comment or the next shell operator.
std::vector<std::string> words_of(const std::string& command) {
  static const Pattern rest(R"((  |#|;|\||&|\)).*)");
  std::istringstream words(rest.replace(command, ""));
  return {std::istream_iterator<std::string>(words), {}};
}

// The problem with the words after ./gemmlab; empty if there is none.
std::string complaint_about_command(const Vocabulary& commands,
                                    const std::vector<std::string>& words) {
  if (words.empty() || words[0].starts_with('-')) {
    return "";
  }
  const auto command = commands.find(words[0]);
  if (command == commands.end()) {
    return fmt::format("there is no command {}", words[0]);
  }
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    if (option.starts_with("--") && words[0] != "test" && !command->second.contains(option)) {
      return fmt::format("{} has no option {}", words[0], option);
    }
  }
  return "";
}

// Collects the words after ./gemmlab in each string below `value`: ["grade",
// "${fileDirnameBasename}"].
void gather_commands(const Json& value, std::vector<std::vector<std::string>>& commands) {
  if (value.is_array()) {
    for (const Json& part : value.items()) {
      gather_commands(part, commands);
    }
  }
  if (value.is_object()) {
    for (const auto& [key, part] : value.members()) {
      gather_commands(part, commands);
    }
  }
  if (const Json* const command = value.find("command"); command && command->is_string()) {
    std::vector<std::string> words = words_of(command->as_string());
    if (words.empty() || !words[0].ends_with("gemmlab")) {
      return;
    }
    if (const Json* const arguments = value.find("args")) {
      for (const Json& argument : arguments->items()) {
        words.push_back(argument.as_string());
      }
    }
    commands.emplace_back(words.begin() + 1, words.end());
  }
}

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

Problems check_links(const Course& course) {
  std::set<fs::path> of_labs;  // check_files reports missing ones
  for (const Lab& lab : course.labs) {
    of_labs.insert({Course::skeleton(lab), Course::solution(lab), Course::page(lab)});
  }
  Problems problems;
  for (const fs::path& page : course.files({".md"})) {
    const std::string text = course.text(page);
    for (const auto& [line, link] : links_of(text)) {
      if (link.find("://") != link.npos || link.starts_with("mailto:")) {
        continue;
      }
      const std::string path = link.substr(0, link.find('#'));
      const std::string anchor = link.substr(std::min(path.size() + 1, link.size()));
      const fs::path file = path.empty() ? page : (page.parent_path() / path).lexically_normal();
      const bool exists = fs::exists(course.root / file);
      if (!exists && !of_labs.contains(file)) {
        problems.push_back(problem(page, "dead_link", line, file.string()));
      } else if (exists && !anchor.empty() && !anchors_of(course.text(file)).contains(anchor)) {
        problems.push_back(problem(page, "dead_anchor", line, file.string(), anchor));
      }
    }
    for (const auto& [line, code] : code_of(text)) {
      expect(!names_a_file(code) || of_labs.contains(code) || fs::exists(course.root / code),
             problems, page, "dead_path", line, code);
    }
  }
  return problems;
}

Problems check_commands(const Course& course) {
  static const Pattern tool(R"(\./gemmlab(?![^ ]))");  // else it is a file of that name
  Problems problems;
  for (const fs::path& page : course.files({".md"})) {
    for (const auto& [line, code] : code_of(course.text(page))) {
      for (const Match& call : tool.all_in(code)) {
        const std::string complaint = complaint_about_command(
            course.commands, words_of(code.substr(call.begin + call[0].size())));
        expect(complaint.empty(), problems, page, "command", line, complaint);
      }
    }
  }
  return problems;
}

Problems check_editor(const Course& course) {
  Problems problems;
  for (const fs::path& file : course.files({".json"})) {
    if (!file.begin()->string().starts_with('.')) {
      continue;
    }
    try {
      std::vector<std::vector<std::string>> commands;
      gather_commands(Json::parse(course.text(file), Json::Comments::skipped), commands);
      for (const auto& words : commands) {
        const std::string complaint = complaint_about_command(course.commands, words);
        expect(complaint.empty(), problems, file, "task", complaint);
      }
    } catch (const JsonError& error) {
      problems.push_back(problem(file, "no_json", error.what()));
    }
  }
  return problems;
}

std::vector<Heading> headings_of(std::string_view markdown) {
  std::vector<Heading> headings;
  for (const Line& line : lines_with_code_marked(markdown)) {
    const std::string text = line.is_code ? "" : line.text;
    const auto level = text.find_first_not_of('#');
    if (level != text.npos && level > 0 && text[level] == ' ') {
      headings.push_back({static_cast<int>(level), text.substr(level + 1), 0});
    } else if (text.starts_with("- ") && !headings.empty()) {
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
