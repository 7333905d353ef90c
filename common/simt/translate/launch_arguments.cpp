// The arguments of a launch. NULL and a list in braces have no type of their own, which matters
// where the kernel is overloaded or a template: they become what any parameter can be made from.
#include "common/simt/translate/passes.h"

namespace simt {
namespace {

// In preprocessed text NULL is the system's own token, and so none of the student's.
void rewrite_null(Rewrite& rewrite, int before, int after) {
  if (rewrite.text(before, after).find("__null") != std::string_view::npos) {
    rewrite.replace(before, before,
                    std::string(rewrite.tokens().at(before).text) + "::simt::Null(");
    rewrite.insert_before(after, ")");
  }
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

}  // namespace

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
    if (first == i) {
      rewrite_null(rewrite, first - 1, i);
    } else if (tokens.at(first).is("{") && tokens.at(first).partner == i - 1) {
      rewrite_list(rewrite, first, i - 1);
    }
    first = i + 1;
  }
}

}  // namespace simt
