#include "grader/core/foreign_text.h"

#include <wchar.h>

#include <algorithm>
#include <boost/locale/utf.hpp>

namespace gemmlab {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr int kTabWidth = 4;
constexpr char kEscape = '\x1b';
constexpr int kMostMarks = 4;  // on a character: more than any script needs

// Also the two separators that some programs take for the end of a line, and what XML forbids.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || c == 0xFFFE ||
         c == 0xFFFF;
}

// Marks that change the text's direction or have no width: with them a line can look different from
// what it is. Those that join letters are part of names in some scripts.
bool is_unseen(char32_t c) {
  constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},  {0x17B4, 0x17B5},
      {0x180B, 0x180F},   {0x200B, 0x200B},   {0x200E, 0x200F},  {0x202A, 0x202E},
      {0x2060, 0x206F},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFF0, 0xFFFB},
      {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};
  return std::ranges::any_of(
      kRanges, [c](const auto& range) { return c >= range.first && c <= range.second; });
}

// Looks like a blank; nothing breaks a line there, or marks it in a quotation, unless it is one.
bool is_blank(char32_t c) {
  constexpr char32_t kBlanks[] = {0x00A0, 0x115F, 0x1160, 0x1680, 0x202F,
                                  0x205F, 0x2800, 0x3000, 0x3164, 0xFFA0};
  return (c >= 0x2000 && c <= 0x200A) || std::ranges::find(kBlanks, c) != std::end(kBlanks);
}

// Length of the terminal escape at the start of the text (ECMA-48: CSI, strings, two characters).
std::size_t escape_length(std::string_view text) {
  const auto is_within = [&](std::size_t i, char first, char last) {
    return i < text.size() && text[i] >= first && text[i] <= last;
  };
  if (is_within(1, '[', '[')) {
    std::size_t end = 2;
    while (is_within(end, ' ', '?')) {
      ++end;
    }
    return is_within(end, '@', '~') ? end + 1 : end;
  }
  if (text.size() < 2 || std::string_view("]PX^_").find(text[1]) == std::string_view::npos) {
    return is_within(1, ' ', '~') ? 2 : 1;
  }
  const std::size_t end = std::min(text.find_first_of("\a\x1b\n", 2), text.size());
  return is_within(end, kEscape, kEscape) ? std::min(end + 2, text.size())
         : is_within(end, '\a', '\a')     ? end + 1
                                          : end;
}

// The first lines within the first bytes.
std::string_view beginning(std::string_view bytes, Cut cut) {
  bytes = bytes.substr(0, cut.bytes);
  std::size_t end = 0;
  for (int line = 0; line < cut.lines && end < bytes.size(); ++line) {
    end = std::min(bytes.find('\n', end), bytes.size() - 1) + 1;
  }
  return bytes.substr(0, end);
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const char* next = text.data();
  const auto value = boost::locale::utf::utf_traits<char>::decode(next, text.data() + text.size());
  return boost::locale::utf::is_valid_codepoint(value)
             ? CodePoint{value, std::size_t(next - text.data())}
             : CodePoint{};
}

Utf8::Utf8() {
  static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  before_ = uselocale(utf8);
}

Utf8::~Utf8() {
  uselocale(before_);
}

int width_of(char32_t value) {
  if (value >= ' ' && value <= '~') {
    return 1;
  }
  const Utf8 characters;
  const int columns = wcwidth(static_cast<wchar_t>(value));
  return columns < 0 ? 1 : columns;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bytes = first_code_point(text).bytes;
    out += bytes == 0 ? kReplacement : text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  int column = 0, marks = 0;  // so far in the line, and on the last character
  while (!text.empty()) {
    if (text[0] == kEscape) {
      text.remove_prefix(escape_length(text));
      continue;
    }
    const CodePoint next = first_code_point(text);
    if (text[0] == '\n') {
      out += '\n';
      column = 0;
    } else if (text[0] == '\t') {
      const int blanks = kTabWidth - column % kTabWidth;
      out.append(blanks, ' ');
      column += blanks;
    } else if (next.bytes == 0 || !(is_control(next.value) || is_unseen(next.value))) {
      marks = next.bytes > 0 && width_of(next.value) == 0 ? marks + 1 : 0;
      if (marks <= kMostMarks) {
        out += next.bytes == 0        ? kReplacement
               : is_blank(next.value) ? " "
                                      : text.substr(0, next.bytes);
        ++column;
      }
    }
    text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
  }
  return out;
}

ForeignText::ForeignText(std::string_view bytes, Cut cut)
    : text_(printable(beginning(bytes, cut))) {
  std::size_t end = std::min(cut.bytes, text_.size());  // a tab has become four blanks
  while (end < text_.size() && (text_[end] & 0xC0) == 0x80) {
    --end;  // not within a character
  }
  text_.resize(end);
}

}  // namespace gemmlab
