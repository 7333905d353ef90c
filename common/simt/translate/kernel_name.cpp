#include "common/simt/translate/kernel_name.h"

namespace simt {
namespace {

// The < that opens the template arguments closed by the > at `close`; -1 if there is none.
int template_open(const Tokens& tokens, int close) {
  int depth = 0;
  for (int i = close; i >= 0; --i) {
    const Token& token = tokens.at(i);
    if (token.is(">")) {
      ++depth;
    } else if (token.is(">>>")) {
      depth += 3;
    } else if (token.is("<")) {
      --depth;
    } else if (token.is_any({")", "]", "}"})) {
      if (token.partner < 0) {
        return -1;
      }
      i = token.partner;
    } else if (token.is_any({";", "(", "{", "["})) {
      return -1;
    }
    if (depth <= 0) {
      return i;
    }
  }
  return -1;
}

}  // namespace

int kernel_name_begin(const Tokens& tokens, int last) {
  int i = last;
  while (tokens.at(i).is("]") || tokens.at(i).is(")")) {
    const int open = tokens.at(i).partner;
    if (open < 0) {
      return -1;
    }
    const Token& before = tokens.at(open - 1);
    const bool applied =
        is_name(before) || before.is("]") || (before.is(")") && tokens.at(i).is("]"));
    if (!applied) {
      return tokens.at(i).is(")") ? open : -1;
    }
    i = open - 1;
  }
  if (tokens.at(i).is(">") || tokens.at(i).is(">>>")) {
    i = template_open(tokens, i) - 1;
  }
  if (!is_name(tokens.at(i))) {
    return -1;
  }
  if (tokens.at(i - 1).is("template")) {
    --i;
  }
  const Token& link = tokens.at(i - 1);
  if (link.is(".") || link.is("->")) {
    return kernel_name_begin(tokens, i - 2);
  }
  if (link.is("::")) {
    return is_global(tokens, i - 1) ? i - 1 : kernel_name_begin(tokens, i - 2);
  }
  return i;
}

}  // namespace simt
