#include "grader/core/source_text.h"

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

std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

// What follows `marker` on a line that begins with it, or nothing.
std::optional<std::string_view> after(std::string_view marker, std::string_view line) {
  line.remove_prefix(indent_of(line).size());
  if (!line.starts_with(marker)) {
    return std::nullopt;
  }
  return line.substr(marker.size());
}

// "3.1" of "3.1: what must become true", where `end` is ':'; nothing if there is no such number.
std::optional<std::string_view> number_before(char end, std::string_view text) {
  const auto number = text.substr(0, text.find(end));
  const auto dot = number.find('.');
  const bool is_number = number.size() < text.size() && dot != number.npos && dot > 0 &&
                         dot + 1 < number.size() &&
                         number.find_first_not_of("0123456789.") == number.npos;
  return is_number ? std::optional(number) : std::nullopt;
}

// The number on a line that begins a step's description, in a solution or in a skeleton.
std::optional<std::string_view> step_in_solution(std::string_view line) {
  const auto text = after(kStep, line);
  return text ? number_before(':', *text) : std::nullopt;
}

std::optional<std::string_view> step_in_skeleton(std::string_view line) {
  const auto text = after(kTodo, line);
  return text ? number_before(')', *text) : std::nullopt;
}

// Takes a solution's lines one by one and gathers the skeleton's.
class Filter {
 public:
  void take(std::string_view line) {
    ++line_;
    if (const auto size = after(kOpen, line)) {
      open(indent_of(line), *size);
    } else if (after(kClose, line)) {
      close();
    } else if (opened_at_ == 0) {
      keep(line);
    }
  }

  std::string finish() {
    if (opened_at_ != 0) {
      fail(opened_at_, "this gap is never closed by \"// <<<\"");
    }
    if (described_) {
      fail(line_, "the last step has no gap: \"// >>> N lines\" is missing");
    }
    return std::move(skeleton_);
  }

 private:
  void open(std::string_view indent, std::string_view size) {
    if (opened_at_ != 0) {
      fail(line_, "a gap opens inside the gap of line " + std::to_string(opened_at_));
    }
    if (!described_) {
      fail(line_, "no \"// Step N.M:\" comment right before this gap");
    }
    opened_at_ = line_;
    described_ = false;
    put(indent, "// your code: about ", size);
  }

  void close() {
    if (opened_at_ == 0) {
      fail(line_, "a gap closes here, but none is open");
    }
    opened_at_ = 0;
  }

  void keep(std::string_view line) {
    if (described_ && !after("//", line)) {
      fail(line_, "a step was described, but \"// >>> N lines\" does not follow");
    }
    if (const auto step = step_in_solution(line)) {
      described_ = true;
      put(indent_of(line), kTodo, *step, ")", line.substr(line.find(':')));
    } else {
      put(line);
    }
  }

  template <typename... Parts>
  void put(Parts... parts) {
    (skeleton_.append(parts), ...);
    skeleton_ += '\n';
  }

  [[noreturn]] static void fail(int line, const std::string& what) {
    throw std::runtime_error("line " + std::to_string(line) + ": " + what);
  }

  std::string skeleton_;
  int line_ = 0;
  int opened_at_ = 0;       // line of the gap we are in; 0: outside
  bool described_ = false;  // a step's comment has begun, its gap has not
};

// Length of the string or character literal that `text` begins with; 0 if it begins with none.
std::size_t literal_length(std::string_view text) {
  if (text.starts_with("R\"")) {
    const auto open = text.find('(');
    if (open == text.npos) {
      return text.size();
    }
    const auto closing = ")" + std::string(text.substr(2, open - 2)) + "\"";
    const auto end = text.find(closing, open);
    return end == text.npos ? text.size() : end + closing.size();
  }
  if (!text.starts_with('"') && !text.starts_with('\'')) {
    return 0;
  }
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0] && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

// Length of the comment that `text` begins with, without the newline that ends a // comment; 0 if
// it begins with none.
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

// Whether `text` ends inside a number, where ' separates digits.
bool ends_in_number(std::string_view text) {
  auto begin = text.size();
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 ||
                       text[begin - 1] == '\'')) {
    --begin;
  }
  return begin < text.size() && std::isdigit(static_cast<unsigned char>(text[begin])) != 0;
}

// Appends a blank or newline, unless it would follow one.
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
  Filter filter;
  for (const auto line : lines_of(solution)) {
    filter.take(line);
  }
  return filter.finish();
}

std::vector<std::string> steps_of(std::string_view text) {
  std::vector<std::string> steps;
  for (const auto line : lines_of(text)) {
    const auto step = step_in_solution(line);
    if (const auto found = step ? step : step_in_skeleton(line)) {
      steps.emplace_back(*found);
    }
  }
  return steps;
}

std::vector<std::string> open_steps_of(std::string_view text) {
  std::vector<std::string> steps;
  for (const auto line : lines_of(text)) {
    if (const auto step = step_in_skeleton(line)) {
      steps.emplace_back(*step);
    }
  }
  return steps;
}

std::string without_comments(std::string_view source) {
  std::string text;
  while (!source.empty()) {
    const char first = source.front();
    std::size_t length = 1;
    if (const auto comment = comment_length(source)) {
      append_space(text, ' ');
      length = comment;
    } else if (std::isspace(static_cast<unsigned char>(first))) {
      append_space(text, first == '\n' ? '\n' : ' ');
    } else {
      const bool separator = first == '\'' && ends_in_number(text);
      length = separator ? 1 : std::max<std::size_t>(literal_length(source), 1);
      text += source.substr(0, length);
    }
    source.remove_prefix(length);
  }
  while (text.ends_with(' ') || text.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

}  // namespace gemmlab
