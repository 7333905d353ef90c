#include "common/simt/translate/launches.h"

#include <string>
#include <string_view>
#include <utility>

#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

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

// The first token of the postfix expression that ends at `last`: a name with its qualifiers and
// template arguments, followed by subscripts and calls, or something in parentheses. -1 if there is
// no such expression.
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

// The arguments of a launch. NULL and a braced list have no type of their own, which matters if the
// kernel is overloaded or a template: they become objects that convert to any parameter.
void rewrite_null(Rewrite& rewrite, int index) {
  rewrite.insert_before(index, "::simt::Null(");
  rewrite.insert_before(index + 1, ")");
}

void rewrite_list(Rewrite& rewrite, int open, int close) {
  const std::string list(rewrite.text(open, close));
  const bool one_line = list.find('\n') == std::string::npos;
  rewrite.insert_before(
      open,
      "::simt::braced([&]<class simt_P>(simt_P*) __attribute__((no_sanitize(\"thread\"))) -> "
      "decltype(simt_P" +
          list + ") { return simt_P" + (one_line ? "" : rewrite.line_marker(open)));
  rewrite.insert_before(close + 1, "; })");
}

// `open`: the parenthesis before the arguments.
void rewrite_launch_arguments(Rewrite& rewrite, int open) {
  const Tokens& tokens = rewrite.tokens();
  const int close = tokens.at(open).partner;
  int first = open + 1;
  for (int i = first; i <= close; ++i) {
    const Token& token = tokens.at(i);
    if (!token.is(",") && i != close) {
      i = token.partner > i ? token.partner : i;
      continue;
    }
    if (first + 1 == i && tokens.at(first).is("__null")) {
      rewrite_null(rewrite, first);
    } else if (tokens.at(first).is("{") && tokens.at(first).partner == i - 1) {
      rewrite_list(rewrite, first, i - 1);
    }
    first = i + 1;
  }
}

// Rewrites the launch whose <<< is at `open`; returns the index of its >>>.
int rewrite_launch(Rewrite& rewrite, int open) {
  const Tokens& tokens = rewrite.tokens();
  const int begin = expression_begin(tokens, open - 1);
  rewrite.require(begin >= 0, open, "there is no kernel name before <<<");
  const int close = tokens.find(open + 1, {">>>"}, {";", "}", ")", "<<<"});
  rewrite.require(close >= 0, open, "this launch has <<< without >>>");
  const int comma = tokens.find(open + 1, {","}, {">>>"});
  rewrite.require(comma > open + 1 && comma + 1 < close, open,
                  "a launch needs a grid and a block between <<< and >>>");
  rewrite.require(tokens.at(close + 1).is("("), close,
                  "the kernel's arguments are missing after >>>");
  const std::string kernel = rewrite.one_line(begin, open - 1);
  const bool one_line = rewrite.text(begin, close).find('\n') == std::string_view::npos;
  std::string head = "::simt::launch(" + string_literal(kernel) + ", ";
  head += one_line ? "" : rewrite.line_marker(open + 1);
  rewrite.replace(begin, open, std::move(head));
  std::string glue = one_line ? "" : rewrite.line_marker(begin);
  glue += ")([=](auto... simt_a) __attribute__((no_sanitize(\"thread\"))) { ";
  const std::string parameters = "::simt::parameters(simt_p, " + kernel + ")";
  glue += kernel + "(simt_a...); }, [=](auto simt_p) __attribute__((no_sanitize(\"thread\"))) ";
  glue += "-> decltype(" + parameters + ") { return " + parameters + "; })";
  glue += one_line ? "" : rewrite.line_marker(close);
  rewrite.replace(close, close, std::move(glue));
  rewrite_launch_arguments(rewrite, close + 1);
  return close;
}

// The comma after the argument that begins at `first`; -1 if there is none.
int argument_end(const Tokens& tokens, int first) {
  int angles = 0;
  for (int i = first; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (token.is(",") && angles <= 0) {
      return i;
    }
    if (token.is_any({")", "}", ";"})) {
      return -1;
    }
    angles += token.is("<") ? 1 : token.is(">") ? -1 : 0;
    if (token.partner > i) {
      i = token.partner;
    }
  }
  return -1;
}

bool is_void_pointer(const Tokens& tokens, int first, int last) {
  bool is_void = false;
  for (int i = first; i <= last; ++i) {
    if (!tokens.at(i).is_any({"const", "void", "*"})) {
      return false;
    }
    is_void = is_void || tokens.at(i).is("void");
  }
  return is_void;
}

// The operand of a cast to a pointer to void; `argument` itself if it is not such a cast.
Span without_cast(const Tokens& tokens, Span argument) {
  const auto [first, last] = argument;
  const int close = tokens.at(first).partner;
  if (tokens.at(first).is("(") && is_void_pointer(tokens, first + 1, close - 1)) {
    return {close + 1, last};
  }
  const bool named = tokens.at(first).is_any({"reinterpret_cast", "static_cast"});
  const int open = tokens.at(last).partner;
  if (named && tokens.at(last).is(")") && is_void_pointer(tokens, first + 2, open - 2)) {
    return {open + 1, last - 1};
  }
  return argument;
}

// Whether a token from `first` to `last` declares a parameter named `name`.
bool declares_parameter(const Tokens& tokens, int first, int last, std::string_view name) {
  for (int i = first; i <= last; ++i) {
    if (tokens.at(i).is(name) && tokens.at(i + 1).is_any({",", ")", "=", "["})) {
      return true;
    }
  }
  return false;
}

// In the body a parameter hides other meanings of the same name.
bool means_the_same_in_body(const Tokens& tokens, int open, int body) {
  const int close = tokens.at(open).partner;
  for (int i = open + 1; i < close; ++i) {
    if (tokens.at(i).kind == TokenKind::identifier &&
        declares_parameter(tokens, close + 1, body - 1, tokens.at(i).text)) {
      return false;
    }
  }
  return true;
}

}  // namespace

// kernel<<<configuration>>>(arguments) becomes
// ::simt::launch("kernel", configuration)(glue)(arguments); configuration and arguments stay.
void rewrite_launches(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).is("<<<") && !tokens.at(i - 1).is("operator")) {
      i = rewrite_launch(rewrite, i);
    }
  }
}

// cudaLaunchKernel((void*)kernel, ...) becomes ::simt::launch_from_pointers("kernel", kernel, ...).
// The kernel must keep its type, which gives the types of its arguments.
void rewrite_launch_calls(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    const int end = tokens.at(i).is("cudaLaunchKernel") && tokens.at(i + 1).is("(")
                        ? argument_end(tokens, i + 2)
                        : -1;
    if (end < 0) {
      continue;
    }
    const Span kernel = without_cast(tokens, {i + 2, end - 1});
    const std::string name = rewrite.one_line(kernel.first, kernel.last);
    const bool one_line = rewrite.text(i, end).find('\n') == std::string_view::npos;
    rewrite.replace(i, end - 1,
                    "::simt::launch_from_pointers(" + string_literal(name) + ", " + name +
                        (one_line ? "" : rewrite.line_marker(end)));
  }
}

// __launch_bounds__(threads, ...) moves to the start of the kernel's body, as
// ::simt::keep_bound<::simt::bound_of(threads, ...)>(). There it is evaluated for each instance of
// a template, and before anything else in the kernel, whatever name launches it.
void rewrite_launch_bounds(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    const int open = i + 1;
    if (!tokens.at(i).is("__launch_bounds__")) {
      continue;
    }
    const int close = tokens.at(open).is("(") ? tokens.at(open).partner : -1;
    rewrite.require(close > open + 1, i,
                    "__launch_bounds__ needs the largest number of threads in a block of this "
                    "kernel: __launch_bounds__(256)");
    const int body = tokens.find(close + 1, {"{"}, {";", "}", ")"});
    if (body >= 0 && means_the_same_in_body(tokens, open, body)) {
      rewrite.replace(
          body, body,
          "{ ::simt::keep_bound<::simt::bound_of" + rewrite.one_line(open, close) + ">();");
    }
    for (; i <= close; ++i) {
      rewrite.replace(i, i, "");  // the lines between them stay
    }
    i = close;
  }
}

}  // namespace simt
