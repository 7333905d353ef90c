// Texts that are shown: they stay printable, and short where they are cut.
#include <cstdlib>

#include "grader/core/foreign_text.h"
#include "grader/fuzz/sample_input.h"
#include "grader/report/excerpt.h"
#include "grader/report/text.h"

namespace gemmlab {

void examine(std::string_view bytes) {
  const std::string text = printable(bytes);
  if (printable(text) != text || valid_utf8(text) != text) {
    std::abort();
  }
  ForeignText(bytes, kNameCut);
  excerpt(bytes, {1, 2, 3}, 80, 4);
  wrap(text, 40, 4);
  clipped(text, 10);
}

}  // namespace gemmlab
