// CUDA's own words inside kernels and before variables: each is rewritten in place.
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

constexpr std::string_view kBarrier = "__syncthreads";

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
    const bool called = tokens.at(i + 1).is("(");
    const bool needs_argument = name != kBarrier;
    if (!called || needs_argument == tokens.at(i + 2).is(")")) {
      throw rewrite.error(
          TranslateError::Kind::syntax, i,
          "call the barrier like this: " + name + (needs_argument ? "(p);" : "();"));
    }
    rewrite.replace(i, i + 1,
                    "::simt::barrier" + name.substr(kBarrier.size()) + "(" +
                        std::to_string(site++) + (needs_argument ? ", " : ""));
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
