// __noinline__ is a qualifier of CUDA's, but also a word inside g++'s own attributes, and so cannot
// be a macro as the other qualifiers are.
#include "common/simt/translate/passes.h"

namespace simt {

void rewrite_qualifiers(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    const bool in_attribute = tokens.at(i - 1).is_any({"(", ",", "::"});
    if (tokens.at(i).is("__noinline__") && !in_attribute) {
      rewrite.replace(i, i, "__attribute__((noinline))");
    }
  }
}

}  // namespace simt
