// Lab files in which one place may change, and the lines to look at.
#include "grader/changes/changes.h"

#include "grader/changes/source_lines.h"
#include "grader/fuzz/sample_input.h"

namespace gemmlab {

void examine(std::string_view bytes) {
  const std::string source(bytes);
  changeable(source);
  const SourceLines lines(source);
  lines.about_matrix(0);
  lines.launch();
  lines.never_freed();
  lines.about_errors();
  lines.extents(3);
  lines.loops_around(3);
  lines.guards_of(3);
  lines.computed_for(3);
  lines.rounding();
  lines.lines_containing({"return"}, 3);
}

}  // namespace gemmlab
