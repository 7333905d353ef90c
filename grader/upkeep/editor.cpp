// What editors and containers are told: .vscode/ and .devcontainer/.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "grader/upkeep/checks.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// What follows ./gemmlab in each string below `value`: ["grade", "${fileDirnameBasename}"].
void gather_commands(const json& value, std::vector<std::vector<std::string>>& commands) {
  if (value.is_structured()) {
    for (const json& part : value) {
      gather_commands(part, commands);
    }
  }
  if (value.is_object() && value.contains("command") && value["command"].is_string()) {
    std::istringstream text(value["command"].get<std::string>());
    std::vector<std::string> words;
    for (std::string word; text >> word;) {
      words.push_back(word);
    }
    if (words.empty() || !words[0].ends_with("gemmlab")) {
      return;
    }
    for (const json& argument : value.value("args", json::array())) {
      words.push_back(argument.get<std::string>());
    }
    commands.emplace_back(words.begin() + 1, words.end());
  }
}

}  // namespace

Problems check_editor(const Course& course) {
  Problems problems;
  for (const fs::path& file : course.files({".json"})) {
    if (!file.begin()->string().starts_with('.')) {
      continue;
    }
    try {
      const json settings = json::parse(course.text(file), nullptr, true, true);
      std::vector<std::vector<std::string>> commands;
      gather_commands(settings, commands);
      for (const auto& words : commands) {
        const std::string complaint = complaint_about_command(course.commands, words);
        if (!complaint.empty()) {
          problems.push_back({file, "a task runs a command of ours, but " + complaint,
                              "see ./gemmlab --help for what there is"});
        }
      }
    } catch (const json::exception& error) {
      problems.push_back({file, fmt::format("it is JSON with comments, but {}", error.what()),
                          "correct it there; a comma after the last entry is none of JSON's"});
    }
  }
  return problems;
}

}  // namespace gemmlab
