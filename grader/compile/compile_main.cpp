// gemmlab-compile SOURCE sim|cpu|cuda: compiles one lab file and prints what came of it. For
// maintainers; students use `gemmlab grade`.
#include <cstdio>
#include "grader/compile/compile.h"

int main(int argc, char** argv) {
  const auto kind = argc == 3 ? gemmlab::named<gemmlab::Backend>(argv[2]) : std::nullopt;
  if (!kind) {
    std::fprintf(stderr, "usage: gemmlab-compile SOURCE sim|cpu|cuda\n");
    return 2;
  }
  const gemmlab::CompileResult result = gemmlab::compile(argv[1], *kind);
  const char* const words[] = {"ok", "does not compile", "refused", "infrastructure"};
  std::printf("%s\n", words[static_cast<int>(result.outcome)]);
  if (!result.module.empty()) {
    std::printf("module: %s\n", result.module.c_str());
  }
  if (result.line) {
    std::printf("line: %d\n", *result.line);
  }
  if (!result.message.empty()) {
    std::printf("message:\n%s\n", result.message.c_str());
  }
  if (!result.warnings.empty()) {
    std::printf("warnings:\n%s\n", result.warnings.c_str());
  }
  return result.outcome == gemmlab::CompileResult::Outcome::ok ? 0 : 1;
}
