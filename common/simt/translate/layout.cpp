#include "common/simt/translate/layout.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

class Layout {
 public:
  Layout(std::string_view text, const IsTrusted& is_trusted)
      : text_(text), tokens_(lex(text, is_trusted)) {
    for (int i = 0; i < tokens_.size(); ++i) {
      const bool is_torn = begins(i, "<") && tokens_.at(i).line == tokens_.at(i + 2).line;
      if ((is_torn || tokens_.at(i).is("<<<")) && !tokens_.at(i - 1).is("operator")) {
        find_end(is_torn ? i + 3 : i + 1);
        if (is_torn) {
          torn_.push_back(i);
        }
      }
    }
  }

  std::string usual() const {
    std::string text(text_);
    for (const int i : torn_) {
      // The last one goes to the others, and what was between them behind it.
      const auto first = text.begin() + static_cast<std::ptrdiff_t>(offset(i) + 2);
      const auto last = text.begin() + static_cast<std::ptrdiff_t>(offset(i + 2));
      std::rotate(first, last, last + 1);
    }
    for (int i = 1; i < tokens_.size(); ++i) {
      if (tokens_.at(i).is("]") && tokens_.at(i - 1).line < tokens_.at(i).line) {
        join(text, end_offset(i - 1), offset(i));
      }
    }
    return text;
  }

 private:
  std::size_t offset(int token) const {
    return static_cast<std::size_t>(tokens_.at(token).text.data() - text_.data());
  }
  std::size_t end_offset(int token) const { return offset(token) + tokens_.at(token).text.size(); }

  bool are_blanks(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin).find_first_not_of(" \t\f\v\r\n") == text_.npos;
  }

  // Whether a double one begins here, and after blanks a single one.
  bool begins(int first, std::string_view one) const {
    for (int i = first; i < first + 3; ++i) {
      if (!tokens_.at(i).is(one)) {
        return false;
      }
    }
    const std::size_t behind = offset(first) + 2, last = offset(first + 2);
    return offset(first + 1) == offset(first) + 1 && last > behind && are_blanks(behind, last);
  }

  // Looks for the end of the configuration that begins at a token.
  void find_end(int first) {
    const int end = tokens_.find(first, {">>>", ";", "}", ")", "<<<"});
    for (int i = first; i < end && !tokens_.at(end).is(">>>"); ++i) {
      if (begins(i, ">") && tokens_.at(i + 3).is("(")) {
        torn_.push_back(i);
        return;
      }
      i = std::max(i, tokens_.at(i).partner);
    }
  }

  // Exchanges the blanks there with the rest of the line behind them.
  void join(std::string& text, std::size_t begin, std::size_t end) const {
    const std::size_t line_end = std::min(text.find('\n', end), text.size());
    if (are_blanks(begin, end)) {
      const auto at = [&](std::size_t i) { return text.begin() + static_cast<std::ptrdiff_t>(i); };
      std::rotate(at(begin), at(end), at(line_end));
    }
  }

  std::string_view text_;
  Tokens tokens_;
  std::vector<int> torn_;  // the first token of each
};

}  // namespace

std::string with_usual_layout(std::string_view preprocessed, const IsTrusted& is_trusted) {
  return Layout(preprocessed, is_trusted).usual();
}

}  // namespace simt
