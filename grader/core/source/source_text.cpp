#include "grader/core/source/source_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>

namespace gemmlab {
namespace {

constexpr std::string_view kStep = "// Step ";
constexpr std::string_view kTodo = "// TODO(";
constexpr std::string_view kOpen = "// >>> ";
constexpr std::string_view kClose = "// <<<";
constexpr std::string_view kYourCode = "// your code: about ";

std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

// The text after `marker` on a line that begins with it, or nothing.
std::optional<std::string_view> after(std::string_view marker, std::string_view line) {
  line.remove_prefix(indent_of(line).size());
  return line.starts_with(marker) ? std::optional(line.substr(marker.size())) : std::nullopt;
}

// "3.1" from "3.1: what must become true", where `end` is ':'; nothing without such a number.
std::optional<std::string_view> number_before(char end, std::string_view text) {
  const auto number = text.substr(0, text.find(end));
  const auto dot = number.find('.');
  const bool is_number = number.size() < text.size() && dot != number.npos && dot > 0 &&
                         dot + 1 < number.size() &&
                         number.find_first_not_of("0123456789.") == number.npos;
  return is_number ? std::optional(number) : std::nullopt;
}

// The step number on the first line of a step's description, in a solution or in a skeleton.
std::optional<std::string_view> step_in_solution(std::string_view line) {
  return number_before(':', after(kStep, line).value_or(""));
}
std::optional<std::string_view> step_in_skeleton(std::string_view line) {
  return number_before(')', after(kTodo, line).value_or(""));
}

std::optional<std::string_view> described_step(std::string_view line) {
  const auto step = step_in_solution(line);
  return step ? step : step_in_skeleton(line);
}

void require(bool holds, int line, const std::string& what) {
  if (!holds) {
    throw std::runtime_error("line " + std::to_string(line) + ": " + what);
  }
}

constexpr std::size_t kMostDelimiter = 16;  // characters, of a raw string

// Length of the string or character literal at the start of `text`, which is not empty; 0 if there
// is none.
std::size_t literal_length(std::string_view text) {
  if (text[0] == 'R' && text.starts_with("R\"")) {
    const auto open = text.substr(0, kMostDelimiter + 3).find('(');
    if (open == text.npos) {
      return 1;  // no raw string
    }
    const std::string closing = std::string(")").append(text.substr(2, open - 2)).append("\"");
    const auto end = text.find(closing, open);
    return end == text.npos ? text.size() : end + closing.size();
  }
  if (text[0] != '"' && text[0] != '\'') {
    return 0;
  }
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0] && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

// Length of the comment at the start of `text`, without the newline after a // comment; 0 if there
// is none.
std::size_t comment_length(std::string_view text) {
  if (text.starts_with("/*")) {
    const auto end = text.find("*/", 2);
    return end == text.npos ? text.size() : end + 2;
  }
  if (!text.starts_with("//")) {
    return 0;
  }
  auto end = text.find('\n');
  while (end != text.npos && text[end - 1] == '\\') {
    end = text.find('\n', end + 1);
  }
  return std::min(end, text.size());
}

// Appends a blank or newline, unless one was just appended.
void append_space(std::string& text, char space) {
  if (space == '\n' && text.ends_with(' ')) {
    text.pop_back();
  }
  if (!text.empty() && text.back() != '\n' && text.back() != ' ') {
    text += space;
  }
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

std::string skeleton_of(std::string_view solution) {
  std::string skeleton;
  const auto put = [&skeleton](auto... parts) {
    (skeleton.append(parts), ...);
    skeleton += '\n';
  };
  int number = 0;
  int opened_at = 0;       // first line of the current gap; 0: outside
  bool described = false;  // inside a step's comment, before its gap
  for (const auto line : lines_of(solution)) {
    ++number;
    if (const auto size = after(kOpen, line)) {
      require(opened_at == 0, number,
              "a gap opens inside the gap of line " + std::to_string(opened_at));
      require(described, number, "no \"// Step N.M:\" comment right before this gap");
      opened_at = number;
      described = false;
      put(indent_of(line), kYourCode, *size);
    } else if (after(kClose, line)) {
      require(opened_at != 0, number, "a gap closes here, but none is open");
      opened_at = 0;
    } else if (opened_at == 0) {
      require(!described || after("//", line), number,
              "a step is described, but \"// >>> N lines\" does not follow");
      if (const auto step = step_in_solution(line)) {
        described = true;
        put(indent_of(line), kTodo, *step, ")", line.substr(line.find(':')));
      } else {
        put(line);
      }
    }
  }
  require(opened_at == 0, opened_at, "this gap is never closed by \"// <<<\"");
  require(!described, number, "the last step has no gap: \"// >>> N lines\" is missing");
  return skeleton;
}

std::vector<std::string> steps_of(std::string_view text) {
  std::vector<std::string> steps;
  for (const auto line : lines_of(text)) {
    if (const auto step = described_step(line)) {
      steps.emplace_back(*step);
    }
  }
  return steps;
}

std::vector<std::string> open_steps_of(std::string_view text) {
  std::vector<std::string> open, described;  // students may leave a description above their code
  for (const auto line : lines_of(text)) {
    if (const auto step = step_in_skeleton(line)) {
      described.emplace_back(*step);
    } else if (after(kYourCode, line)) {
      open.insert(open.end(), described.begin(), described.end());
      described.clear();
    } else if (!after("//", line) && indent_of(line).size() < line.size()) {
      described.clear();
    }
  }
  constexpr std::size_t kMostTold = 20;  // no skeleton has as many
  open.resize(std::min(open.size(), kMostTold));
  return open;
}

std::string step_at(std::string_view text, int line) {
  std::string step;
  bool code_since = true;
  int number = 0;
  for (const std::string_view each : lines_of(text)) {
    if (++number > line) {
      break;
    }
    // Steps that share a gap are adjacent: use the first of them.
    if (const auto begun = described_step(each); begun && code_since) {
      step = *begun;
      code_since = false;
    }
    const auto first = each.find_first_not_of(" \t\r");
    code_since |= first != std::string::npos && each.substr(first, 2) != "//";
    if (each.starts_with('}') && number < line) {
      step = "";  // what follows that function is of no step
    }
  }
  return step;
}

std::string without_marks(std::string_view text) {
  std::string out;
  for (const auto line : lines_of(text)) {
    if (after(kOpen, line) || after(kClose, line) || after(kYourCode, line)) {
      continue;
    }
    if (const auto step = step_in_skeleton(line)) {
      out.append(indent_of(line)).append(kStep).append(*step);
      out.append(line.substr(line.find(')') + 1)).append("\n");
    } else {
      out.append(line).append("\n");
    }
  }
  return out;
}

std::string_view code_of(std::string_view line) {
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    in_string = in_string != (line[i] == '"');
    if (!in_string && line.substr(i).starts_with("//")) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string without_comments(std::string_view source) {
  std::string text;
  bool in_word = false, in_number = false;  // at the end of the text; ' separates a number's digits
  while (!source.empty()) {
    const char first = source.front();
    std::size_t length = 1;
    if (const auto comment = comment_length(source)) {
      append_space(text, ' ');
      length = comment;
    } else if (std::isspace(static_cast<unsigned char>(first))) {
      append_space(text, first == '\n' ? '\n' : ' ');
    } else {
      const bool separator = first == '\'' && in_number;
      length = separator ? 1 : std::max<std::size_t>(literal_length(source), 1);
      text += source.substr(0, length);
    }
    const bool is_digit = std::isdigit(static_cast<unsigned char>(first)) != 0;
    const bool goes_on = std::isalnum(static_cast<unsigned char>(first)) != 0 || first == '\'';
    in_number = length == 1 && goes_on && (in_word ? in_number : is_digit);
    in_word = length == 1 && goes_on;
    source.remove_prefix(length);
  }
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

}  // namespace gemmlab
