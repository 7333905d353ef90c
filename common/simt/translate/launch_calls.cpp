// Launches by a call: cudaLaunchKernel((void*)kernel, ...) becomes
// ::simt::launch_from_pointers("kernel", kernel, ...). The kernel must keep its type, since that
// says what its arguments are.
#include "common/simt/translate/passes.h"

namespace simt {
namespace {

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

struct Range {
  int first, last;
};

// What stands in a cast to a pointer to void; `argument` itself if it is no such cast.
Range without_cast(const Tokens& tokens, Range argument) {
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

}  // namespace

void rewrite_launch_calls(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    const int end = tokens.at(i).is("cudaLaunchKernel") && tokens.at(i + 1).is("(")
                        ? argument_end(tokens, i + 2)
                        : -1;
    if (end < 0) {
      continue;
    }
    const Range kernel = without_cast(tokens, {i + 2, end - 1});
    const std::string name = rewrite.one_line(kernel.first, kernel.last);
    const bool one_line = rewrite.text(i, end).find('\n') == std::string_view::npos;
    rewrite.replace(i, end - 1,
                    "::simt::launch_from_pointers(" + string_literal(name) + ", " + name +
                        (one_line ? "" : rewrite.line_marker(end)));
  }
}

}  // namespace simt
