// What Markdown pages refer to: files, headings and our commands; and the files for editors and
// containers, in .vscode/ and .devcontainer/.
#include <fmt/format.h>

#include <iterator>
#include <set>
#include <sstream>

#include "common/facts/json.h"
#include "grader/core/pattern.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

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
      const Json settings = Json::parse(course.text(file), Json::Comments::skipped);
      std::vector<std::vector<std::string>> commands;
      gather_commands(settings, commands);
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

}  // namespace gemmlab
