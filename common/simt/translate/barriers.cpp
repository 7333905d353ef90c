// Barriers: each occurrence of __syncthreads() in the text becomes a barrier with a number of its
// own, since neither code address nor line tells two barriers apart.
#include <algorithm>
#include <array>

#include "common/simt/translate/passes.h"

namespace simt {
namespace {

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

void rewrite_barriers(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  int site = 0;
  for (int i = 0; i < tokens.size(); ++i) {
    const auto* barrier =
        std::find_if(kBarriers.begin(), kBarriers.end(),
                     [&](const Barrier& each) { return tokens.at(i).is(each.cuda); });
    if (barrier == kBarriers.end()) {
      continue;
    }
    const bool called = tokens.at(i + 1).is("(");
    const bool has_argument = called && !tokens.at(i + 2).is(")");
    if (!called || has_argument != barrier->has_argument) {
      const std::string call = std::string(barrier->cuda) + (barrier->has_argument ? "(p)" : "()");
      throw rewrite.error(TranslateError::Kind::syntax, i,
                          "the barrier is called like this: " + call + ";");
    }
    rewrite.replace(
        i, i + 1,
        std::string(barrier->simulator) + std::to_string(site++) + (has_argument ? ", " : ""));
  }
}

}  // namespace simt
