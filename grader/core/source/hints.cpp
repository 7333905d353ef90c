#include "grader/core/source/hints.h"

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <cctype>

#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \r"), text.size()));
  return text.substr(0, text.find_last_not_of(" \r") + 1);
}

bool is_item(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return line.starts_with("- ") || line.starts_with("* ") ||
         (digits > 0 && line.substr(digits).starts_with(". "));
}

// A page folds each hint, so that nobody reads the next one by accident.
bool is_fold(std::string_view line) {
  return line.starts_with("<details") || line == "</details>";
}

StepHints step_of(std::string_view heading) {
  heading = trimmed(heading.substr(heading.find_first_not_of('#')));
  if (heading.starts_with("Step ")) {
    heading = trimmed(heading.substr(5));
  }
  const std::size_t end = std::min(heading.find(' '), heading.size());
  std::string step(heading.substr(0, end));
  while (!step.empty() && std::ispunct(static_cast<unsigned char>(step.back()))) {
    step.pop_back();
  }
  return {step, std::string(trimmed(heading.substr(end))), {}};
}

}  // namespace

std::vector<StepHints> read_hints(std::string_view page) {
  const std::vector<std::string_view> lines = lines_of(page);
  const auto is_section = [](std::string_view line) { return line.starts_with("## "); };
  const auto heading = std::ranges::find_if(lines, [&](std::string_view line) {
    return is_section(line) && trimmed(line).substr(3) == "Hints";
  });
  if (heading == lines.end()) {
    return {};
  }
  // Within an item prose lines are joined; code and new paragraphs are not.
  std::vector<StepHints> steps;
  bool new_paragraph = false, is_code = false;
  const auto end = std::find_if(heading + 1, lines.end(), is_section);
  for (auto line = heading + 1; line != end; ++line) {
    const std::string_view text = trimmed(*line);
    if (!is_code && line->starts_with("### ")) {
      steps.push_back(step_of(*line));
    } else if (!is_code && !steps.empty() && is_item(*line)) {
      steps.back().hints.emplace_back(trimmed(line->substr(line->find(' '))));
      new_paragraph = false;
    } else if (steps.empty() || steps.back().hints.empty()) {
      continue;
    } else if (!is_code && is_fold(text)) {
      continue;
    } else if (text.starts_with("```")) {
      is_code = !is_code;
      new_paragraph = true;
    } else if (is_code) {
      // Removes the item's own two blanks; four make text code.
      const auto own = std::min<std::size_t>({2, line->find_first_not_of(' '), line->size()});
      steps.back().hints.back() += "\n    " + std::string(line->substr(own));
    } else if (text.empty()) {
      new_paragraph = true;
    } else {
      steps.back().hints.back().append(new_paragraph ? "\n" : " ").append(text);
      new_paragraph = false;
    }
  }
  return steps;
}

int hint_that_names(const StepHints& step, std::string_view words) {
  const auto begins_with_them = [&](const std::string& hint) {
    const bool begins =
        !words.empty() && hint.size() > words.size() && boost::istarts_with(hint, words);
    return begins && !std::isalnum(static_cast<unsigned char>(hint[words.size()]));
  };
  const auto found = std::ranges::find_if(step.hints, begins_with_them);
  return found == step.hints.end() ? 0 : static_cast<int>(found - step.hints.begin()) + 1;
}

std::string step_that_names(const std::vector<StepHints>& steps, std::string_view words) {
  const auto names_them = [&](const StepHints& step) { return hint_that_names(step, words) > 0; };
  const auto first = std::ranges::find_if(steps, names_them);
  const bool is_only = first != steps.end() && std::none_of(first + 1, steps.end(), names_them);
  return is_only ? first->step : "";
}

std::string words_of_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace gemmlab
