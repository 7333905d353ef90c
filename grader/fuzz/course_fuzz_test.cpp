// course.toml.
#include <stdexcept>

#include "grader/batch/rules/policy.h"
#include "grader/fuzz/sample_input.h"

namespace gemmlab {

void examine(std::string_view bytes) {
  static const std::vector<Lab> labs{{"01", "cpu_loop", "kernel.cpp", "Loop"},
                                     {"02", "naive_kernel", "kernel.cu", "Kernel"}};
  const ForeignFile file(bytes);
  try {
    read_policy(file.path(), labs);
  } catch (const std::runtime_error&) {
  }
}

}  // namespace gemmlab
