// gemmlab-compile SOURCE sim|cpu|cuda: compiles one lab file and prints what came of it. For
// maintainers; students use `gemmlab grade`.
#include <cstdio>
#include <map>
#include <string>

#include "grader/compile/compile.h"

int main(int argc, char** argv) {
  const std::map<std::string, gemmlab::ModuleKind> kinds = {{"cpu", gemmlab::ModuleKind::cpu},
                                                            {"cuda", gemmlab::ModuleKind::cuda},
                                                            {"sim", gemmlab::ModuleKind::sim}};
  if (argc != 3 || kinds.count(argv[2]) == 0) {
    std::fprintf(stderr, "usage: gemmlab-compile SOURCE sim|cpu|cuda\n");
    return 2;
  }
  const gemmlab::CompileResult result = gemmlab::compile(argv[1], kinds.at(argv[2]));
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
