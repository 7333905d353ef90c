#include "grader/core/array_task.h"

#include <fmt/format.h>

namespace gemmlab {

std::string size_in_words(const ArrayTask& task, const Shape& shape) {
  return task.has_rows ? fmt::format("rows = {}, cols = {}", shape.k, shape.n)
                       : fmt::format("n = {}", shape.k * shape.n);
}

}  // namespace gemmlab
