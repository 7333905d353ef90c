// What the simulator needs to know of the source and debug information does not tell it, as data in
// the module: static const variables that it finds by their names.
#include <set>
#include <vector>

#include "common/simt/translate/passes.h"

namespace simt {
namespace {

// Statements of the first file of the student's, its own, that are longer than a line.
std::vector<LineRange> long_statements(const Tokens& tokens) {
  std::vector<LineRange> statements;
  int start = 0;
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    const bool ends = token.is(";");
    if (ends && tokens.at(start).file == token.file && tokens.at(start).line < token.line &&
        token.file == tokens.at(0).file) {
      statements.push_back({tokens.at(start).line, token.line});
    }
    if (ends || token.is("{") || token.is("}")) {
      start = i + 1;
    } else if ((token.is("(") || token.is("[")) && token.partner > i) {
      i = token.partner;
    }
  }
  return statements;
}

}  // namespace

// A store is logged at the line its statement begins in, though it comes after all that the
// statement loads: where that ends is to be known.
void tell_long_statements(Rewrite& rewrite) {
  rewrite.tell_ranges("simt_long_statements", long_statements(rewrite.tokens()));
}

// __constant__ is no more than a word; the variables that it makes are counted apart.
void rewrite_constants(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  std::set<std::string> names;
  for (int i = 0; i < tokens.size(); ++i) {
    if (!tokens.at(i).is("__constant__")) {
      continue;
    }
    rewrite.replace(i, i, "");
    for (int at = i + 1; at < tokens.size() && !tokens.at(at).is(";"); ++at) {
      const Token &token = tokens.at(at), &next = tokens.at(at + 1);
      if (token.partner > at) {
        at = token.partner;
      } else if (token.kind == TokenKind::identifier && next.is_any({"[", "=", ";", ",", "{"})) {
        names.emplace(token.text);
      }
    }
  }
  for (const std::string& name : names) {
    rewrite.tell_flag("simt_constant_" + name);
  }
}

}  // namespace simt
