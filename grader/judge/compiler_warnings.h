// The compiler's warnings, as far as they may tell why values are wrong.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

struct CompilerWarning {
  int line = 0;
  std::string text;       // "'sum' may be used uninitialized"
  bool is_proof = false;  // the loop does go that far: it is no guess
};

// Of `warnings`, as CompileResult has them: values nobody set, and indices outside an array.
std::vector<CompilerWarning> telling_warnings(const std::string& warnings);

}  // namespace gemmlab
