#include "common/simt/translate/statements.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

// Empty: always true. Nothing if a for has not two semicolons, as in a range-based loop.
std::optional<Span> condition_of(const Rewrite& rewrite, const Loop& loop) {
  const auto [open, close] = loop.header;
  if (!rewrite.tokens().at(loop.keyword).is("for")) {
    return Span{open + 1, close - 1};
  }
  const int first = rewrite.outline().semicolon(open + 1);
  const int second = first < 0 ? -1 : rewrite.outline().semicolon(first + 1);
  return second < 0 ? std::nullopt : std::optional(Span{first + 1, second - 1});
}

bool declares(const Tokens& tokens, Span condition) {
  return tokens.at(condition.first).kind == TokenKind::identifier &&
         tokens.at(condition.first + 1).kind == TokenKind::identifier;
}

// For each token, the first token from it on that makes a lane skip something.
std::vector<int> next_conditions(const Tokens& tokens) {
  std::vector<int> next(tokens.all.size() + 1, tokens.size());
  for (int i = tokens.size() - 1; i >= 0; --i) {
    const bool is_one = tokens.at(i).is_any({"if", "?", "continue", "switch", "goto"});
    next[i] = is_one ? i : next[i + 1];
  }
  return next;
}

// Ranges of lines: the first and the last of each, in turn. Writes nothing if there are none.
void tell_ranges(Rewrite& rewrite, const std::string& name, const std::string& lines) {
  if (!lines.empty()) {
    rewrite.define_constant("int", name, "{" + lines + "}");
  }
}

std::string range(int first, int last) {
  return std::to_string(first) + "," + std::to_string(last) + ",";
}

// The token where the name begins: at a :: that stands for the global namespace, else at the name.
int begin_of_name(const Tokens& tokens, int index) {
  return tokens.at(index - 1).is("::") && is_global(tokens, index - 1) ? index - 1 : index;
}

// Not in a declaration, a capture or after a dot. What this misses may be a use too: there CUDA's
// names convert to uint3 and dim3.
bool is_use(const Tokens& tokens, int index) {
  const Token& before = tokens.at(begin_of_name(tokens, index) - 1);
  const Token& after = tokens.at(index + 1);
  if (before.is_any({".", "->", "::"})) {
    return false;
  }
  const bool is_last = before.is_any({",", "{"}) && after.is_any({")", "}"});
  const bool is_chosen = before.is_any({"?", ":"}) && !after.is_any({"(", "{"});
  return after.is(".") || before.is_any({"=", "(", "return"}) || is_last || is_chosen;
}

constexpr std::string_view kBarrier = "__syncthreads";

}  // namespace

// Loops in which a lane may skip something. If a body has a condition, a lane can do an iteration
// without accessing memory, and would then seem to be ahead of the others. Each iteration of such a
// loop is logged; other loops, above all the inner ones, are not changed.
void log_rounds(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  const std::vector<int> next_condition = next_conditions(tokens);
  std::string loops;  // the end of the condition, and of the body
  for (const Loop& loop : rewrite.outline().loops()) {
    const int behind = loop.header.last + 1;
    const std::optional<Span> condition = condition_of(rewrite, loop);
    // The second half of do ... while (...); it has no body of its own.
    if (!condition || tokens.at(behind).is(";") || declares(tokens, *condition)) {
      continue;
    }
    const int last = loop.body.last;
    if (next_condition[behind] > last) {
      continue;
    }
    const int end = condition->last + 1;
    const bool is_empty = condition->first == end;
    if (!is_empty) {
      rewrite.insert_before(condition->first, "(");
    }
    rewrite.insert_before(end, is_empty ? "::simt::round()" : ") && ::simt::round()");
    loops += range(tokens.at(end).line, tokens.at(last).line);
  }
  tell_ranges(rewrite, "simt_loops", loops);
}

// A store is logged at the line where its statement begins, although it comes after all loads of
// the statement. So the end of each statement that is longer than a line must be known, in the
// first of the student's files.
void tell_long_statements(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  std::string statements;
  for (const auto& [first, last] : rewrite.outline().plain_statements()) {
    const Token &begin = tokens.at(first), &end = tokens.at(last);
    if (begin.file == end.file && begin.line < end.line && end.file == tokens.at(0).file) {
      statements += range(begin.line, end.line);
    }
  }
  tell_ranges(rewrite, "simt_long_statements", statements);
}

// threadIdx, blockIdx, blockDim and gridDim: each use becomes ::simt::get(threadIdx), or
// ::simt::x(threadIdx). The compiler's name lookup then distinguishes CUDA's from a student's
// variable with the same name.
void rewrite_indices(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).is_any({"threadIdx", "blockIdx", "blockDim", "gridDim"}) &&
        is_use(tokens, i)) {
      const bool is_axis = tokens.at(i + 1).is(".") && tokens.at(i + 2).is_any({"x", "y", "z"});
      const std::string function(is_axis ? tokens.at(i + 2).text : "get");
      rewrite.replace(begin_of_name(tokens, i), is_axis ? i + 2 : i,
                      "::simt::" + function + "(" + std::string(tokens.at(i).text) + ")");
    }
  }
}

// __device__ and __host__ have been read, so they go. __noinline__ is a qualifier of CUDA, but also
// a word inside g++'s own attributes, so it cannot be a macro like the other qualifiers.
void rewrite_qualifiers(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).is("__host__")) {
      rewrite.replace(i, i, "");
    } else if (is_device(tokens, i)) {
      rewrite.replace(i, tokens.at(i + 1).partner, "");
    }
    const bool in_attribute = tokens.at(i - 1).is_any({"(", ",", "::"});
    if (tokens.at(i).is("__noinline__") && !in_attribute) {
      rewrite.replace(i, i, "__attribute__((noinline))");
    }
  }
}

// Barriers: each __syncthreads() in the text becomes a barrier with its own number, because neither
// code address nor line distinguishes two barriers.
void rewrite_barriers(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  int site = 0;
  for (int i = 0; i < tokens.size(); ++i) {
    const std::string name(tokens.at(i).text);
    if (!tokens.at(i).is_any(
            {"__syncthreads", "__syncthreads_and", "__syncthreads_count", "__syncthreads_or"})) {
      continue;
    }
    if (tokens.at(i + 1).is(";") && tokens.at(i - 1).is_any({";", "{", "}", ")"})) {
      rewrite.replace(i, i, "(void)0");  // as for nvcc: an expression without effect
      continue;
    }
    const int begin = begin_of_name(tokens, i), open = begin - 1;
    const bool in_parentheses = tokens.at(open).is("(") && tokens.at(i + 1).is(")") &&
                                tokens.at(i + 2).is("(") &&
                                tokens.at(open - 1).kind != TokenKind::identifier;
    const int first = in_parentheses ? open : begin, call = in_parentheses ? i + 2 : i + 1;
    const bool needs_argument = name != kBarrier;
    rewrite.require(tokens.at(call).is("(") && needs_argument != tokens.at(call + 1).is(")"), i,
                    "call the barrier like this: " + name + (needs_argument ? "(p);" : "();"));
    rewrite.replace(first, call,
                    "::simt::barrier" + name.substr(kBarrier.size()) + "(" +
                        std::to_string(site++) + (needs_argument ? ", " : ""));
  }
}

static bool opens_space(const Tokens& tokens, int at) {
  return is_device(tokens, at) || tokens.at(at).is_any({"__constant__", "__managed__"});
}

// The names that the declaration from token `at` on declares: of variables, and of functions
// without a body, which look like variables with an initial value.
static void add_declared(const Tokens& tokens, int at, const std::string& before,
                         std::set<std::string>* names) {
  bool is_function = false, is_value = false;
  const int file = tokens.at(at).file;
  const auto is_over = [&] {
    return at >= tokens.size() || tokens.at(at).is(";") || opens_space(tokens, at) ||
           tokens.at(at).file != file;  // of a trusted header only words that macros wrote are here
  };
  for (; !is_over(); ++at) {
    const Token &token = tokens.at(at), &next = tokens.at(at + 1);
    is_value = (is_value || token.is("=")) && !token.is(",");
    if (token.is("{") && is_function) {
      return;
    }
    if (token.is("(") && next.is("*")) {
      continue;  // (*f)(float), (*rows)[4]: the name is inside
    }
    if (token.partner > at) {
      at = token.partner;
    } else if (!is_value && token.kind == TokenKind::identifier &&
               !token.is_any({"alignas", "decltype", "__attribute__"})) {
      is_function = next.is("(") && !tokens.at(next.partner + 1).is_any({";", ","});
      if (!is_function && next.is_any({"[", "=", ";", ",", "{", "(", ")"})) {
        names->emplace(before + std::string(token.text));
      }
    }
  }
}

// __constant__ and __managed__ are only words, too. The runtime gets the names of the variables
// that these and __device__ declare: any other variable is the host's.
void rewrite_memory_spaces(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  std::set<std::string> names;
  for (int i = 0; i < tokens.size(); ++i) {
    if (!opens_space(tokens, i)) {
      continue;
    }
    std::string_view before = "simt_device_";
    for (; opens_space(tokens, i); ++i) {
      if (is_device(tokens, i)) {
        i = tokens.at(i + 1).partner;
        continue;
      }
      before = tokens.at(i).is("__constant__") ? "simt_constant_" : "simt_managed_";
      rewrite.replace(i, i, "");
    }
    add_declared(tokens, i, std::string(before), &names);
    --i;
  }
  for (const std::string& name : names) {
    rewrite.define_constant("char", name, "0");
  }
}

}  // namespace simt
