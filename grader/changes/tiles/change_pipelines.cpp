#include "grader/changes/tiles/change_pipelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "common/simt/translate/lexer.h"
#include "grader/changes/index_range.h"

namespace gemmlab {
namespace {

using simt::Tokens;

constexpr std::string_view kWait = "__pipeline_wait_prior", kCommit = "__pipeline_commit";

// A wait for one group more, one less, and all.
void other_groups(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const int number = i + 2;
  const bool is_digit = tokens.at(number).kind == simt::TokenKind::number &&
                        tokens.at(number).text.size() == 1 && tokens.at(i + 3).is(")");
  if (!tokens.at(i).is(kWait) || !is_digit) {
    return;
  }
  const int own = tokens.at(number).text[0] - '0';
  for (int other = 0; other <= own + 1; ++other) {
    if (other != own) {
      writer.replace_tokens({i, i + 3}, {{number, std::to_string(other)}});
    }
  }
}

// Whether a statement is a part of the kernel's own phases: in its body, or in that of a loop
// there.
bool is_of_phases(const ChangeWriter& writer, int first) {
  const Tokens& tokens = writer.tokens();
  const int open = writer.outline().bracket_around(first);
  const int function = writer.function_around(first);
  const bool is_in_loop = open > 0 && tokens.at(open - 1).is(")") &&
                          tokens.at(tokens.at(open - 1).partner - 1).is_any({"for", "while"}) &&
                          writer.outline().bracket_around(tokens.at(open - 1).partner) == function;
  return open == function || is_in_loop;
}

bool is_kernel(const ChangeWriter& writer, int i) {
  const simt::Function* const function = writer.outline().function_around(i);
  const auto says = [&](int at) { return writer.tokens().at(at).is("__global__"); };
  return function != nullptr && any_index(function->first, function->body.first, says);
}

// A call, with what may be missing behind it: a wait, a barrier, both of them, the end of a group.
void put_behind(ChangeWriter& writer, Span call) {
  const Tokens& tokens = writer.tokens();
  const std::string own = writer.text(call);
  const bool is_wait = tokens.at(call.first).is(kWait),
             is_barrier = tokens.at(call.first).is("__syncthreads");
  const std::string wait = fmt::format("{}(0);", kWait), barrier = "__syncthreads();",
                    commit = fmt::format("{}();", kCommit);
  const auto put = [&](const std::string& missing) {
    const int number = writer.add(call.first, own, own + " " + missing);
    writer.mark_as(Likeness::unlike);  // what stands there in another way is likelier wrong
    writer.insert_before(call.last + 1,
                         fmt::format(" if ({}) {{ {} }} ", writer.chosen(number), missing));
  };
  put(wait + " " + barrier);
  if (!is_barrier) {
    put(barrier);
  }
  if (!is_wait) {
    put(wait);
    put(commit);
    put(commit + " " + wait + " " + barrier);
  }
}

}  // namespace

void change_pipelines(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  const auto copies_ahead = [&](int i) { return tokens.at(i).text.starts_with("__pipeline_"); };
  if (!any_index(0, tokens.size(), copies_ahead)) {
    return;
  }
  writer.at_each([&](int i) {
    other_groups(writer, i);
    const bool begins = tokens.at(i - 1).is_any({";", "{", "}", ")"});
    const bool is_call = begins && tokens.at(i).kind == simt::TokenKind::identifier &&
                         (tokens.at(i + 1).is("(") || tokens.at(i + 1).is("<"));
    const int end = is_call ? writer.outline().semicolon(i) : -1;
    if (end > 0 && tokens.at(end - 1).is(")") && is_of_phases(writer, i) && is_kernel(writer, i) &&
        !tokens.at(i).is_any({"if", "for", "while", "return", "switch"})) {
      put_behind(writer, {i, end});
    }
  });
}

}  // namespace gemmlab
