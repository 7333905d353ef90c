// threadIdx, blockIdx, blockDim and gridDim: where one is used it becomes ::simt::get(threadIdx).
// The compiler's lookup then tells CUDA's from a variable of the student's with the same name.
#include "common/simt/translate/passes.h"

namespace simt {
namespace {

// Not in a declaration, a capture or behind a dot. What is left out may be a use too: there CUDA's
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

}  // namespace

void rewrite_indices(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).is_any({"threadIdx", "blockIdx", "blockDim", "gridDim"}) &&
        is_use(tokens, i)) {
      rewrite.replace(i, i, "::simt::get(" + std::string(tokens.at(i).text) + ")");
    }
  }
}

}  // namespace simt
