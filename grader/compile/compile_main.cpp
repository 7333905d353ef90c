// gemmlab-compile SOURCE sim|cpu|cuda: compiles one lab file and prints the result. For
// maintainers; students use `gemmlab grade`.
// gemmlab-compile --headers: precompiles what lab files include, so that the first one does not
// wait.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "common/facts/names.h"
#include "grader/compile/compile.h"
#include "grader/compile/compile_result.h"
#include "grader/compile/precompiled_header.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/labs.h"
#include "grader/machine/toolchain.h"
#include "grader/report/words/check_words.h"

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--headers") {
    fmt::print("{} headers\n", gemmlab::precompile_headers(gemmlab::toolchain()).size());
    return 0;
  }
  const auto kind = gemmlab::named<gemmlab::Backend>(argc == 3 ? argv[2] : "");
  if (!kind) {
    fmt::print(stderr, "usage: gemmlab-compile SOURCE sim|cpu|cuda\n");
    return 2;
  }
  const gemmlab::CompileResult result = gemmlab::compile(argv[1], *kind);
  fmt::print("{}\n", gemmlab::name(result.outcome));
  if (!result.module.empty()) {
    fmt::print("module: {}\n", result.module.string());
  }
  if (result.refusal && result.refusal->line) {
    fmt::print("line: {}\n", *result.refusal->line);
  }
  if (const std::string why = message(result); !why.empty()) {
    fmt::print("message:\n{}\n", why);
  }
  if (!result.warnings.empty()) {
    fmt::print("warnings:\n{}\n", gemmlab::sentence(result.warnings));
  }
  return result.outcome == gemmlab::CompileResult::Outcome::ok ? 0 : 1;
}
