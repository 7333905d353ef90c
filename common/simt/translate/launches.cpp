#include "common/simt/translate/launches.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

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
  for (const auto& [first, last] : rewrite.outline().arguments(open)) {
    if (first == last && tokens.at(first).is("__null")) {
      rewrite_null(rewrite, first);
    } else if (tokens.at(first).is("{") && tokens.at(first).partner == last) {
      rewrite_list(rewrite, first, last);
    }
  }
}

void rewrite_launch(Rewrite& rewrite, const Launch& launch) {
  const auto [begin, open, close, configuration, parenthesis] = launch;
  rewrite.require(begin >= 0, open, "there is no kernel name before <<<");
  rewrite.require(close >= 0, open, "this launch has <<< without >>>");
  rewrite.require(configuration.size() >= 2 && configuration[0].first <= configuration[0].last,
                  open, "a launch needs a grid and a block between <<< and >>>");
  rewrite.require(parenthesis >= 0, close, "the kernel's arguments are missing after >>>");
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
  rewrite_launch_arguments(rewrite, parenthesis);
}

// The comma after a call's first argument, which a template's commas do not end; -1: there is none.
int first_argument_end(const Rewrite& rewrite, int open) {
  const Tokens& tokens = rewrite.tokens();
  int angles = 0;
  for (const auto& [first, last] : rewrite.outline().arguments(open)) {
    for (int i = first; i <= last; i = std::max(i, tokens.at(i).partner) + 1) {
      angles += tokens.at(i).is("<") ? 1 : tokens.at(i).is(">") ? -1 : 0;
    }
    if (angles <= 0) {
      return tokens.at(last + 1).is(",") ? last + 1 : -1;
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

bool declares_parameter(const Tokens& tokens, Span parameters, std::string_view name) {
  for (int i = parameters.first; i <= parameters.last; ++i) {
    if (tokens.at(i).is(name) && tokens.at(i + 1).is_any({",", ")", "=", "["})) {
      return true;
    }
  }
  return false;
}

// In the body a parameter hides other meanings of the same name.
bool means_the_same_in_body(const Tokens& tokens, int open, const Function& kernel) {
  const int close = tokens.at(open).partner;
  for (int i = open + 1; i < close; ++i) {
    if (tokens.at(i).kind == TokenKind::identifier &&
        declares_parameter(tokens, kernel.parameters, tokens.at(i).text)) {
      return false;
    }
  }
  return true;
}

}  // namespace

// kernel<<<configuration>>>(arguments) becomes
// ::simt::launch("kernel", configuration)(glue)(arguments); configuration and arguments stay.
void rewrite_launches(Rewrite& rewrite) {
  for (const Launch& launch : rewrite.outline().launches()) {
    rewrite_launch(rewrite, launch);
  }
}

// cudaLaunchKernel((void*)kernel, ...) becomes ::simt::launch_from_pointers("kernel", kernel, ...).
// The kernel must keep its type, which gives the types of its arguments.
void rewrite_launch_calls(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    const int end = tokens.at(i).is("cudaLaunchKernel") ? first_argument_end(rewrite, i + 1) : -1;
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
    const Function* const kernel = rewrite.outline().function_declared_around(close);
    if (kernel != nullptr && means_the_same_in_body(tokens, open, *kernel)) {
      const int body = kernel->body.first;
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
