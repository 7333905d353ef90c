#include "grader/core/source/comments.h"

#include <algorithm>
#include <cctype>

namespace gemmlab {
namespace {

constexpr std::size_t kMostDelimiter = 16;  // characters, of a raw string

// Length of the string or character literal at the start of `text`; 0 if there is none.
std::size_t literal_length(std::string_view text) {
  if (text.starts_with("R\"")) {
    const auto open = text.substr(0, kMostDelimiter + 3).find('(');
    if (open == text.npos) {
      return 1;  // no raw string
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
