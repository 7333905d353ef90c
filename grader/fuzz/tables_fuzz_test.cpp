// Tables: a roster or gradebook, any CSV, and the list of labs.
#include <stdexcept>

#include "grader/batch/submission.h"
#include "grader/fuzz/sample_input.h"

namespace gemmlab {

void examine(std::string_view bytes) {
  const std::string text(bytes);
  const ForeignFile file(bytes);
  try {
    const Roster roster(file.path());
    roster.called({text.substr(0, 100)});
    roster.owners({.path = {}, .student = text.substr(0, 100), .id = "12"});
  } catch (const std::runtime_error&) {
  }
  try {
    read_labs(file.path());
  } catch (const std::runtime_error&) {
  }
}

}  // namespace gemmlab
