#include "common/simt/translate/ptx_statement.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace simt {
namespace {

// Colons that begin the next section there: "::" is one token.
int colons_at(const Tokens& tokens, int index) {
  return tokens.at(index).is(":") ? 1 : tokens.at(index).is("::") ? 2 : 0;
}

// Reads operands or clobbers up to the next colon or the end. Returns where it stopped; -1: it is
// something else.
int read_section(const Tokens& tokens, int at, bool has_expressions, PtxStatement* statement) {
  while (tokens.at(at).kind == TokenKind::literal) {
    if (has_expressions) {
      const int open = at + 1;
      const int close = tokens.at(open).is("(") ? tokens.at(open).partner : -1;
      if (close <= open) {
        return -1;
      }
      statement->operands.push_back({at, {open, close}});
      at = close;
    }
    ++at;
    if (!tokens.at(at).is(",")) {
      return at;
    }
    ++at;
    if (tokens.at(at).kind != TokenKind::literal) {
      return -1;
    }
  }
  return at;
}

}  // namespace

std::optional<std::string> characters_of(const Token& literal) {
  const std::string_view text = literal.text;
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') {
    return std::nullopt;
  }
  std::string plain;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      if (text[i] != 'n' && text[i] != 't' && text[i] != 'r') {
        return std::nullopt;
      }
      plain += ' ';
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::optional<PtxStatement> read_ptx_statement(const Tokens& tokens, int index) {
  int at = index + 1;
  while (tokens.at(at).is_any({"volatile", "__volatile__", "__volatile"})) {
    ++at;
  }
  if (!tokens.at(at).is("(") || tokens.at(at).partner < 0) {
    return std::nullopt;
  }
  PtxStatement statement;
  statement.last = tokens.at(at).partner;
  for (++at; tokens.at(at).kind == TokenKind::literal; ++at) {
    const auto part = characters_of(tokens.at(at));
    if (!part) {
      return std::nullopt;
    }
    statement.text += *part;
  }
  constexpr int kClobbers = 3;
  for (int section = 0; at < statement.last;) {
    const int colons = colons_at(tokens, at);
    section += colons;
    if (colons == 0 || section > kClobbers) {
      return std::nullopt;
    }
    at = read_section(tokens, at + 1, section < kClobbers, &statement);
    if (at < 0) {
      return std::nullopt;
    }
  }
  return at == statement.last ? std::optional(statement) : std::nullopt;
}

std::vector<std::string> ptx_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto is_part = [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '.' || c == ':' || c == '%';
    };
    std::size_t end = at;
    while (end < text.size() && is_part(static_cast<unsigned char>(text[end]))) {
      ++end;
    }
    end = std::max(end, at + 1);
    if (std::isspace(static_cast<unsigned char>(text[at])) == 0) {
      words.emplace_back(text.substr(at, end - at));
    }
    at = end;
  }
  return words;
}

}  // namespace simt
