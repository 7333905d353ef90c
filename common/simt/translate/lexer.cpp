#include "common/simt/translate/lexer.h"

#include <array>
#include <cctype>
#include <iomanip>
#include <sstream>

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

bool is_opening(const Token& token) {
  return token.kind == TokenKind::punctuation && token.is_any({"(", "[", "{"});
}

bool is_closing(const Token& token) {
  return token.kind == TokenKind::punctuation && token.is_any({")", "]", "}"});
}

// After an unclosed bracket everything further out stays unpaired: the compiler will report it in
// its own words.
void pair_brackets(std::vector<Token>& tokens) {
  std::vector<int> open;
  for (int i = 0; i < static_cast<int>(tokens.size()); ++i) {
    Token& token = tokens[i];
    if (is_opening(token)) {
      open.push_back(i);
    } else if (is_closing(token)) {
      const std::string_view opener = token.is(")") ? "(" : token.is("]") ? "[" : "{";
      if (!open.empty() && tokens[open.back()].is(opener)) {
        tokens[open.back()].partner = i;
        token.partner = open.back();
        open.pop_back();
      }
    }
  }
}

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view trusted_prefix, bool preprocessed)
      : text_(text), trusted_prefix_(trusted_prefix), preprocessed_(preprocessed) {
    tokens_.files.emplace_back();
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
    pair_brackets(tokens_.all);
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

  // `marker`: 12 "file" FLAGS, the flags being 1 (entered), 2 (returned to), 3 (system header).
  void enter(std::string_view marker) {
    std::istringstream words{std::string(marker)};
    int line = 0;
    std::string name, flags;
    if (!(words >> line >> std::quoted(name))) {
      line_ = line;
      return;
    }
    std::getline(words, flags);
    if (!trusted_ && flags.find('1') != std::string::npos) {
      tokens_.inclusions.push_back({name, file_, line_ - 1});
    }
    const bool ours = !trusted_prefix_.empty() && name.starts_with(trusted_prefix_);
    trusted_ = ours || flags.find('3') != std::string::npos;
    file_ = index_in(tokens_.files, name);
    if (!trusted_ && !name.starts_with('<')) {
      index_in(tokens_.student_files, name);
    }
    line_ = line;
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
    tokens_.all.push_back({kind, text_.substr(begin, end - begin), file_, line_, -1});
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
  std::string_view trusted_prefix_;
  bool preprocessed_;
  std::size_t position_ = 0;
  int line_ = 1;
  int file_ = 0;
  bool trusted_ = false;
  bool at_line_start_ = true;
  Tokens tokens_;
};

}  // namespace

const Token& Tokens::at(int index) const {
  static const Token none;
  return index >= 0 && index < size() ? all[index] : none;
}

int Tokens::find(int first, std::initializer_list<std::string_view> wanted,
                 std::initializer_list<std::string_view> ends) const {
  for (int i = first; i < size(); ++i) {
    if (at(i).is_any(wanted)) {
      return i;
    }
    if (at(i).is_any(ends)) {
      return -1;
    }
    i = std::max(i, at(i).partner);
  }
  return -1;
}

bool Tokens::pairs_all_brackets() const {
  return std::ranges::none_of(all, [](const Token& token) {
    return (is_opening(token) || is_closing(token)) && token.partner < 0;
  });
}

Tokens lex(std::string_view preprocessed, std::string_view trusted_prefix) {
  return Lexer(preprocessed, trusted_prefix, true).run();
}

Tokens lex_source(std::string_view source) {
  return Lexer(source, {}, false).run();
}

}  // namespace simt
