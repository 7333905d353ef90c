// Lab files in which one place may change, and the places of matmul_host.
#include "grader/changes/changes.h"

#include "grader/fuzz/sample_input.h"

namespace gemmlab {

void examine(std::string_view bytes) {
  const std::string source(bytes);
  changeable(source);
  lines_about_matrix(source, 0);
  lines_of_launch(source);
  lines_never_freed(source);
  lines_about_errors(source);
  lines_of_extents(source, 3);
}

}  // namespace gemmlab
