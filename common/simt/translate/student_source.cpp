#include "common/simt/translate/student_source.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/simt/translate/inline_ptx.h"
#include "common/simt/translate/lexer.h"
#include "common/simt/translate/refusals.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Searches for directives; above all for `# 12 "file"` and `#line 12`: at the beginning of a line,
// or after any comment's end in it. Looks at text and not at tokens: what only our lexer takes for
// a string cannot hide them. Takes time in proportion to the text's length.
class Directives {
 public:
  explicit Directives(std::string_view text) : text_(text), was_tried_(text.size()) {}

  // Whether an #if, #else or a longer word may begin after any #.
  bool has_condition() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const bool is_digraph = text_.substr(at, 2) == "%:";
      if (is_digraph || text_[at] == '#') {
        const std::string_view rest = text_.substr(after_blanks(at + (is_digraph ? 2 : 1)));
        if (rest.starts_with("if") || rest.starts_with("el")) {
          return true;
        }
      }
    }
    return false;
  }

  // `line`: a part of the text.
  bool are_in(std::string_view line) {
    const auto begin = static_cast<std::size_t>(line.data() - text_.data());
    for (std::size_t from = 0; from != line.npos;) {
      if (begins_at(begin + from)) {
        return true;
      }
      const std::size_t comment_end = line.find("*/", from);
      from = comment_end == line.npos ? line.npos : comment_end + 2;
    }
    const std::size_t pragma = line.find("system_header");  // of GCC, or of clang
    return pragma != line.npos && (line.substr(0, pragma).find("GCC") != line.npos ||
                                   line.substr(0, pragma).find("clang") != line.npos);
  }

 private:
  bool begins_at(std::size_t at) {
    for (std::size_t next = at; (next = after_blank(at)) != at; at = next) {
      if (was_tried_[at]) {
        return false;
      }
      was_tried_[at] = true;
    }
    const bool is_digraph = text_.substr(at, 2) == "%:";
    if (!is_digraph && text_.substr(at, 1) != "#") {
      return false;
    }
    const std::string_view rest = text_.substr(after_blanks(at + (is_digraph ? 2 : 1)));
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const bool is_line = rest.starts_with("line") && !(rest.size() > 4 && continues_word(rest[4]));
    const std::size_t name = after_blanks(text_.size() - rest.size() + digits);
    return is_line || (digits > 0 && text_.substr(name, 1) == "\"");
  }

  // The place behind one blank or one comment, which may end on a later line; `at` if there is
  // none.
  std::size_t after_blank(std::size_t at) {
    if (at < text_.size() && text_[at] != '\n' &&
        std::isspace(static_cast<unsigned char>(text_[at])) != 0) {
      return at + 1;
    }
    if (text_.substr(at, 2) != "/*") {
      return at;
    }
    if (at + 2 < searched_from_ || at + 2 > close_) {
      searched_from_ = at + 2;
      close_ = text_.find("*/", at + 2);
    }
    return close_ == text_.npos ? at : close_ + 2;
  }

  std::size_t after_blanks(std::size_t at) {
    for (std::size_t next = at; (next = after_blank(at)) != at;) {
      at = next;
    }
    return at;
  }

  std::string_view text_;
  std::vector<bool> was_tried_;
  std::size_t searched_from_ = 0, close_ = 0;  // the first comment's end from there on
};

// Follows comments of several lines as far as every compiler sees the same. Where one may begin in
// a literal or in a header's name, it and all after it count as code.
class SureComments {
 public:
  explicit SureComments(std::string_view source) : is_sure_(source.find("R\"") == source.npos) {}

  // The part of the next line behind such a comment.
  std::string_view code_of(std::string_view line) {
    if (is_open_) {
      const std::size_t end = line.find("*/");
      is_open_ = end == line.npos;
      line.remove_prefix(is_open_ ? line.size() : end + 2);
    }
    for (std::string_view rest = line; is_sure_ && !is_open_;) {
      const std::size_t begin = rest.find("/*"), end = rest.find("*/", begin + 2);
      if (begin == rest.npos) {
        break;
      }
      const std::string_view before = rest.substr(0, begin + 1);
      const std::string_view code = before.substr(0, before.find("//"));
      is_sure_ = code.find_first_of("\"'<") == rest.npos;
      if (code.size() < before.size()) {
        break;
      }
      is_open_ = is_sure_ && end == rest.npos;
      rest.remove_prefix(std::min(end, rest.size() - 2) + 2);
    }
    return line;
  }

 private:
  bool is_sure_, is_open_ = false;
};

}  // namespace

std::string without_splices(std::string_view source) {
  std::string joined;
  joined.reserve(source.size());
  std::string owed;  // newlines removed from the current line
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\') {
      const std::size_t next = source.find_first_not_of(" \t\r", i + 1);
      if (next != std::string_view::npos && source[next] == '\n') {
        owed += '\n';
        i = next;
        continue;
      }
    }
    joined += source[i];
    if (source[i] == '\n') {
      joined += owed;
      owed.clear();
    }
  }
  return joined;
}

bool has_condition(std::string_view joined) {
  return Directives(joined).has_condition();
}

std::optional<TranslateError> find_forged_positions(std::string_view source,
                                                    std::string_view file) {
  const std::string joined = without_splices(source);
  const std::string_view text = joined;
  Directives positions(text);
  SureComments comments(text);
  int number = 0, forged = 0;
  for (std::size_t at = 0; forged == 0 && at < text.size();) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    ++number;
    forged = positions.are_in(comments.code_of(line)) ? number : 0;
    at += line.size() + 1;
  }
  const Tokens tokens = lex_source(joined);  // for `# 12` alone, which comments may contain
  for (int i = 0; forged == 0 && i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    const bool first_in_line = i == 0 || tokens.at(i - 1).line != token.line;
    const bool digraph = token.is("%") && tokens.at(i + 1).is(":");
    const bool marker = tokens.at(i + (digraph ? 2 : 1)).kind == TokenKind::number;
    forged = first_in_line && (token.is("#") || digraph) && marker ? token.line : 0;
  }
  if (forged == 0) {
    return std::nullopt;
  }
  return TranslateError{TranslateError::Kind::refused, std::string(file), forged, kForgedPosition};
}

std::optional<TranslateError> find_refused_words(std::string_view source, std::string_view file) {
  const std::string joined = without_splices(source);
  const Tokens tokens = lex_source(joined);
  int header_in = 0;  // the line of an #include, whose words are a header's name
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (token.is("include") && tokens.at(i - 1).is_any({"#", ":"})) {
      header_in = token.line;
    }
    if (token.kind != TokenKind::identifier || token.line == header_in) {
      continue;
    }
    std::string why = is_asm(token) ? why_ptx_is_refused(tokens, i) : why_refused(token.text);
    if (!why.empty()) {
      return TranslateError{TranslateError::Kind::refused, std::string(file), token.line,
                            std::move(why)};
    }
  }
  return std::nullopt;
}

}  // namespace simt
