// The __launch_bounds__ of kernels.
#include "common/simt/translate/rewrite.h"

namespace simt {
namespace {

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
    if (close <= open + 1) {
      throw rewrite.error(TranslateError::Kind::syntax, i,
                          "__launch_bounds__ needs the largest number of threads in a block of "
                          "this kernel: __launch_bounds__(256)");
    }
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
