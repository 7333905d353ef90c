// What compilers print, which a source decides to a large part.
#include "grader/compile/diagnostics.h"

#include "grader/fuzz/sample_input.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {

void examine(std::string_view bytes) {
  const ForeignText output(bytes, {.bytes = 256 << 10});
  for (const auto& foreign : {std::vector<std::string>{}, {"/usr/include/"}}) {
    const auto found = parse_diagnostics(output, foreign);
    const KnownFiles known("k.cu", "int x\n");
    first_error_line(found, known);
    sentence(first_diagnostics(found, Severity::error, 5, known));
  }
}

}  // namespace gemmlab
