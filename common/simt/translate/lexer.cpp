#include "common/simt/translate/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <utility>
#include <vector>

namespace simt {
namespace {

bool starts_identifier(char c) {
  const auto u = static_cast<unsigned char>(c);
  return std::isalpha(u) != 0 || c == '_' || c == '$' || u >= 0x80;
}

bool continues_identifier(char c) {
  return starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Lexer {
 public:
  Lexer(std::string_view text, IsTrusted is_trusted, bool preprocessed)
      : text_(text), is_trusted_(std::move(is_trusted)), preprocessed_(preprocessed) {
    tokens_.files.emplace_back();
    is_ours_.push_back(false);
  }

  Tokens run() {
    while (position_ < text_.size()) {
      if (preprocessed_ && at_line_start_ && next_directive()) {
        continue;
      }
      if (trusted_) {
        skip_line();
      } else {
        next_token();
      }
    }
    tokens_.pair_brackets();
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }

  void skip_line() {
    const std::size_t end = text_.find('\n', position_);
    position_ = end == std::string_view::npos ? text_.size() : end + 1;
    ++line_;
    at_line_start_ = true;
  }

  // A line that starts with #: a line marker or a pragma. False if it is neither.
  bool next_directive() {
    at_line_start_ = false;
    const std::size_t hash = text_.find_first_not_of(" \t", position_);
    if (hash == std::string_view::npos || text_[hash] != '#') {
      return false;
    }
    const std::size_t end = std::min(text_.find('\n', hash), text_.size());
    const std::string_view directive = text_.substr(hash, end - hash);
    const std::size_t word = directive.find_first_not_of(" \t", 1);
    if (word != std::string_view::npos && is_digit(directive[word])) {
      position_ = hash;
      skip_line();
      enter(directive.substr(word));
      return true;
    }
    if (!trusted_) {
      add(TokenKind::directive, hash, end);
    }
    position_ = end;
    return true;
  }

  // `marker`: 12 "file" FLAGS, the flags being 1 (entered), 2 (returned to), 3 (system header). A
  // source can make itself a system header, so that flag alone means nothing; but g++ leaves it out
  // for a macro of the student's in such a header.
  void enter(std::string_view marker) {
    std::istringstream words{std::string(marker)};
    int line = 0;
    std::string name, flags;
    if (!(words >> line >> std::quoted(name))) {
      line_ = line;
      return;
    }
    std::getline(words, flags);
    const bool is_entered = flags.find('1') != std::string::npos;
    if (!trusted_ && is_entered) {
      tokens_.inclusions.push_back({name, file_, line_ - 1});
    }
    const int before = file_;
    file_ = index_in(tokens_.files, name);
    if (file_ == static_cast<int>(is_ours_.size())) {
      is_ours_.push_back(is_trusted_ && is_trusted_(name));
      if (!is_ours_[file_]) {
        tokens_.student_files.push_back(name);
      }
    }
    const bool is_left = flags.find('2') != std::string::npos;
    const bool is_systems = flags.find('3') != std::string::npos;
    if (!is_entered && !is_left && file_ != before) {
      const bool is_allowed = !has_begun_ && !(is_file(before) && is_file(file_));
      if (!is_allowed && tokens_.forged.line == 0) {
        tokens_.forged.file = before;
        tokens_.forged.line = std::max(line_ - 1, 1);
      }
      has_begun_ = has_begun_ || (file_ == 1 && before != 0);
    }
    is_marked_ = is_systems;
    trusted_ = is_ours_[file_] && is_systems;
    line_ = line;
  }

  // Whether it is more than a compiler's name for its own definitions, <built-in>, or, with // at
  // its end, for the working folder. Text begins with these, and then comes the lab file again.
  bool is_file(int file) const {
    const std::string& name = tokens_.files[file];
    return !name.empty() && !name.starts_with('<') && !name.ends_with("//");
  }

  // The position of `name` in `names`; appends a new one.
  static int index_in(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) {
      return static_cast<int>(found - names.begin());
    }
    names.push_back(name);
    return static_cast<int>(names.size()) - 1;
  }

  void add(TokenKind kind, std::size_t begin, std::size_t end) {
    tokens_.all.push_back({kind, text_.substr(begin, end - begin), file_, line_, -1, is_marked_});
    position_ = end;
  }

  void next_token() {
    const char c = peek();
    if (c == '\n') {
      skip_line();
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++position_;
    } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
      skip_comment();
    } else if (c == '"' || c == '\'') {
      add_quoted(position_, position_);
    } else if (starts_identifier(c)) {
      add_identifier();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      add_number();
    } else {
      add_punctuation();
    }
  }

  void skip_comment() {
    const bool whole_line = peek(1) == '/';
    const std::size_t found = text_.find(whole_line ? "\n" : "*/", position_ + 2);
    const std::size_t end =
        found == std::string_view::npos ? text_.size() : found + (whole_line ? 0 : 2);
    count_lines(position_, end);
    position_ = end;
  }

  void count_lines(std::size_t begin, std::size_t end) {
    line_ += static_cast<int>(std::count(text_.begin() + begin, text_.begin() + end, '\n'));
  }

  void add_identifier() {
    const std::size_t begin = position_;
    const std::size_t end = end_of_word(begin);
    constexpr std::array<std::string_view, 9> kPrefixes = {"L",  "u",  "U",  "u8", "R",
                                                           "LR", "uR", "UR", "u8R"};
    const std::string_view word = text_.substr(begin, end - begin);
    const bool quoted = end < text_.size() && (text_[end] == '"' || text_[end] == '\'');
    if (quoted && std::ranges::find(kPrefixes, word) != kPrefixes.end()) {
      return word.back() == 'R' ? add_raw_string(begin, end) : add_quoted(begin, end);
    }
    add(TokenKind::identifier, begin, end);
  }

  void add_quoted(std::size_t begin, std::size_t quote) {
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != text_[quote] && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    const bool closed = end < text_.size() && text_[end] == text_[quote];
    add(TokenKind::literal, begin, closed ? end_of_word(end + 1) : std::min(end, text_.size()));
  }

  // Also the end of a literal with its suffix: the R of "a"R"(" begins no raw string.
  std::size_t end_of_word(std::size_t end) const {
    while (end < text_.size() && continues_identifier(text_[end])) {
      ++end;
    }
    return end;
  }

  void add_raw_string(std::size_t begin, std::size_t quote) {
    constexpr std::size_t kMostDelimiter = 16;
    const std::size_t length = text_.substr(quote + 1, kMostDelimiter + 1).find('(');
    const std::size_t open = quote + 1 + length;
    if (length == std::string_view::npos) {
      return add_quoted(begin, quote);
    }
    std::string close = ")";
    close.append(text_.substr(quote + 1, open - quote - 1)).append("\"");
    const std::size_t found = text_.find(close, open);
    const std::size_t end =
        found == std::string_view::npos ? text_.size() : end_of_word(found + close.size());
    add(TokenKind::literal, begin, end);
    count_lines(begin, end);
  }

  void add_number() {
    std::size_t end = position_ + 1;
    while (end < text_.size()) {
      const char c = text_[end];
      const char before = text_[end - 1];
      const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
      const bool sign = (c == '+' || c == '-') && exponent;
      const bool separator =
          c == '\'' && end + 1 < text_.size() && continues_identifier(text_[end + 1]);
      if (!continues_identifier(c) && c != '.' && !sign && !separator) {
        break;
      }
      ++end;
    }
    add(TokenKind::number, position_, end);
  }

  void add_punctuation() {
    constexpr std::array<std::string_view, 4> kLong = {"<<<", ">>>", "::", "->"};
    for (const std::string_view spelling : kLong) {
      if (text_.substr(position_, spelling.size()) == spelling) {
        add(TokenKind::punctuation, position_, position_ + spelling.size());
        return;
      }
    }
    add(TokenKind::punctuation, position_, position_ + 1);
  }

  std::string_view text_;
  IsTrusted is_trusted_;
  bool preprocessed_;
  std::size_t position_ = 0;
  int line_ = 1;
  int file_ = 0;
  bool trusted_ = false, is_marked_ = false, has_begun_ = false;
  std::vector<bool> is_ours_;  // for each of Tokens::files
  bool at_line_start_ = true;
  Tokens tokens_;
};

}  // namespace

Tokens lex(std::string_view preprocessed, const IsTrusted& is_trusted) {
  return Lexer(preprocessed, is_trusted, true).run();
}

Tokens lex_source(std::string_view source) {
  return Lexer(source, {}, false).run();
}

}  // namespace simt
