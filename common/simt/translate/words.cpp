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
    rewrite.require(called && needs_argument != tokens.at(i + 2).is(")"), i,
                    "call the barrier like this: " + name + (needs_argument ? "(p);" : "();"));
    rewrite.replace(i, i + 1,
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
  for (; at < tokens.size() && !tokens.at(at).is(";") && !opens_space(tokens, at); ++at) {
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
    rewrite.tell("char", name, "0");
  }
}

}  // namespace simt
