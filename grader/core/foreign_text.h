// Text from outside: from compilers, programs and file names. It is cut and sanitised on entry, and
// quoted when shown.
#pragma once

#include <locale.h>

#include <boost/core/noncopyable.hpp>
#include <climits>
#include <cstddef>
#include <string>
#include <string_view>

namespace gemmlab {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  // 0: the text does not start with valid UTF-8
};
CodePoint first_code_point(std::string_view text);

// Its columns on a terminal that shows UTF-8; 0: a mark on the character before it.
int width_of(char32_t value);

// While it exists, names and characters of this thread are UTF-8, whatever the environment says.
class Utf8 : boost::noncopyable {
 public:
  Utf8();
  ~Utf8();

 private:
  locale_t before_;
};

// The text with every byte that is not valid UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

// Valid UTF-8 without control characters, terminal escapes and marks that reorder text: nothing in
// it can move a cursor or colour a line, and few columns have few bytes. Keeps newlines; tabs
// become spaces.
std::string printable(std::string_view text);

// How much of a foreign text is kept: every text in a result is short, unless it asks for more.
struct Cut {
  std::size_t bytes = 4 << 10;
  int lines = INT_MAX;
};

inline constexpr Cut kNameCut{.bytes = 200, .lines = 1};  // a name, a path, a line of source

// Always printable: code that shows it need not check it again.
class ForeignText {
 public:
  ForeignText() = default;
  explicit ForeignText(std::string_view bytes, Cut cut = {});

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  bool holds(std::string_view words) const { return text_.find(words) != std::string::npos; }
  bool operator==(const ForeignText&) const = default;

 private:
  std::string text_;
};

}  // namespace gemmlab
