// Text that is not ours: what compilers, programs and the names of files say. It is cut and made
// fit to be shown where it enters, and quoted where it is shown.
#pragma once

#include <climits>
#include <cstddef>
#include <string>
#include <string_view>

namespace gemmlab {

// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

// Valid UTF-8 without control characters, terminal escapes and marks that reorder text: nothing in
// it can move a cursor or colour a line. Newlines stay, tabs become spaces.
std::string printable(std::string_view text);

// The most that is kept of a foreign text.
struct Cut {
  std::size_t bytes = 256 << 10;
  int lines = INT_MAX;
};

// Printable: whoever shows it need not look at it again.
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
