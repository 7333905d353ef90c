// Launches: kernel<<<configuration>>>(arguments) becomes
// ::simt::launch("kernel", configuration)(glue)(arguments); configuration and arguments stay.
#include "common/simt/translate/passes.h"

namespace simt {
namespace {

using Kind = TranslateError::Kind;

bool is_name(const Token& token) {
  return token.kind == TokenKind::identifier &&
         !token.is_any({"case", "co_return", "co_yield", "do", "else", "for", "goto", "if",
                        "return", "switch", "throw", "while"});
}

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

// The first token of the postfix expression whose last one is `last`: a name with its qualifiers
// and template arguments, with subscripts and calls behind it, or something in parentheses. -1 if
// there is no such expression.
int expression_begin(const Tokens& tokens, int last) {
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
    return expression_begin(tokens, i - 2);
  }
  if (link.is("::")) {
    const Token& scope = tokens.at(i - 2);
    return is_name(scope) || scope.is(">") ? expression_begin(tokens, i - 2) : i - 1;
  }
  return i;
}

// Rewrites the launch whose <<< is at `open`; returns the index of its >>>.
int rewrite_launch(Rewrite& rewrite, int open) {
  const Tokens& tokens = rewrite.tokens();
  const int begin = expression_begin(tokens, open - 1);
  if (begin < 0) {
    throw rewrite.error(Kind::syntax, open, "there is no kernel name before <<<");
  }
  const int close = tokens.find(open + 1, {">>>"}, {";", "}", ")", "<<<"});
  if (close < 0) {
    throw rewrite.error(Kind::syntax, open, "this launch has <<< without >>>");
  }
  const int comma = tokens.find(open + 1, {","}, {">>>"});
  if (comma <= open + 1 || comma + 1 >= close) {
    throw rewrite.error(Kind::syntax, open,
                        "a launch needs a grid and a block between <<< and >>>");
  }
  if (!tokens.at(close + 1).is("(")) {
    throw rewrite.error(Kind::syntax, close, "the kernel's arguments are missing after >>>");
  }
  const std::string kernel = rewrite.one_line(begin, open - 1);
  const bool one_line = rewrite.text(begin, close).find('\n') == std::string_view::npos;
  std::string head = "::simt::launch(" + string_literal(kernel) + ", ";
  head += one_line ? "" : rewrite.line_marker(open + 1);
  rewrite.replace(begin, open, std::move(head));
  std::string glue = one_line ? "" : rewrite.line_marker(begin);
  glue += ")([&](auto... simt_a) __attribute__((no_sanitize(\"thread\"))) { ";
  glue += kernel + "(simt_a...); }, [](auto simt_p) -> decltype(::simt::parameters(simt_p, ";
  glue += kernel + ")) { return {}; })";
  glue += one_line ? "" : rewrite.line_marker(close);
  rewrite.replace(close, close, std::move(glue));
  rewrite_launch_arguments(rewrite, close + 1);
  return close;
}

}  // namespace

void rewrite_launches(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).is("<<<") && !tokens.at(i - 1).is("operator")) {
      i = rewrite_launch(rewrite, i);
    }
  }
}

}  // namespace simt
