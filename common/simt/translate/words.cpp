// CUDA's own words inside kernels and before variables: each is rewritten in place.
#include <algorithm>
#include <array>
#include <set>

#include "common/simt/translate/rewrite.h"

namespace simt {
namespace {

// Not in a declaration, a capture or after a dot. What this misses may be a use too: there CUDA's
// names convert to uint3 and dim3.
bool is_use(const Tokens& tokens, int index) {
  const Token& before = tokens.at(index - 1);
  const Token& after = tokens.at(index + 1);
  if (before.is_any({".", "->", "::"})) {
    return false;
  }
  const bool is_last_argument = before.is(",") && after.is(")");
  return after.is(".") || before.is_any({"=", "(", "return"}) || is_last_argument;
}

struct Barrier {
  std::string_view cuda, simulator;
  bool has_argument;
};

constexpr std::array<Barrier, 4> kBarriers = {{
    {"__syncthreads", "::simt::barrier(", false},
    {"__syncthreads_and", "::simt::barrier_and(", true},
    {"__syncthreads_count", "::simt::barrier_count(", true},
    {"__syncthreads_or", "::simt::barrier_or(", true},
}};

}  // namespace

// threadIdx, blockIdx, blockDim and gridDim: each use becomes ::simt::get(threadIdx). The
// compiler's name lookup then distinguishes CUDA's from a student's variable with the same name.
void rewrite_indices(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).is_any({"threadIdx", "blockIdx", "blockDim", "gridDim"}) &&
        is_use(tokens, i)) {
      rewrite.replace(i, i, "::simt::get(" + std::string(tokens.at(i).text) + ")");
    }
  }
}

// __noinline__ is a qualifier of CUDA, but also a word inside g++'s own attributes, so it cannot be
// a macro like the other qualifiers.
void rewrite_qualifiers(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
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
    const auto* barrier = std::ranges::find(kBarriers, tokens.at(i).text, &Barrier::cuda);
    if (barrier == kBarriers.end()) {
      continue;
    }
    const bool called = tokens.at(i + 1).is("(");
    const bool has_argument = called && !tokens.at(i + 2).is(")");
    if (!called || has_argument != barrier->has_argument) {
      const std::string call = std::string(barrier->cuda) + (barrier->has_argument ? "(p)" : "()");
      throw rewrite.error(TranslateError::Kind::syntax, i,
                          "call the barrier like this: " + call + ";");
    }
    rewrite.replace(
        i, i + 1,
        std::string(barrier->simulator) + std::to_string(site++) + (has_argument ? ", " : ""));
  }
}

// __constant__ is only a word; the variables that it declares are counted separately.
void rewrite_constants(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  std::set<std::string> names;
  for (int i = 0; i < tokens.size(); ++i) {
    if (!tokens.at(i).is("__constant__")) {
      continue;
    }
    rewrite.replace(i, i, "");
    for (int at = i + 1; at < tokens.size() && !tokens.at(at).is_any({";", "__constant__"}); ++at) {
      const Token &token = tokens.at(at), &next = tokens.at(at + 1);
      if (token.partner > at) {
        at = token.partner;
      } else if (token.kind == TokenKind::identifier && next.is_any({"[", "=", ";", ",", "{"})) {
        names.emplace(token.text);
      }
    }
  }
  for (const std::string& name : names) {
    rewrite.tell("char", "simt_constant_" + name, "0");
  }
}

}  // namespace simt
