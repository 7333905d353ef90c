#include "common/simt/translate/lexer.h"
#include "common/simt/translate/translate.h"

namespace simt {
namespace {

// Joins lines that end in a backslash, as the preprocessor does; later lines keep their numbers.
std::string without_splices(std::string_view source) {
  std::string joined;
  joined.reserve(source.size());
  std::string owed;  // newlines taken out of the current line
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

}  // namespace

std::optional<TranslateError> find_forged_positions(std::string_view source,
                                                    std::string_view file) {
  const std::string joined = without_splices(source);
  const Tokens tokens = lex_source(joined);
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    const bool first_in_line = i == 0 || tokens.at(i - 1).line != token.line;
    const bool digraph = token.is("%") && tokens.at(i + 1).is(":");
    const Token& word = tokens.at(i + (digraph ? 2 : 1));
    const bool line_directive = first_in_line && (token.is("#") || digraph) &&
                                (word.is("line") || word.kind == TokenKind::number);
    if (line_directive || token.text.find("system_header") != std::string_view::npos) {
      return TranslateError{
          TranslateError::Kind::refused, std::string(file), token.line,
          "#line and its like would make findings point to other lines: remove it"};
    }
  }
  return std::nullopt;
}

}  // namespace simt
