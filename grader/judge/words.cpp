#include "grader/judge/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "grader/report/words/tile_map.h"

namespace gemmlab {
namespace {

std::string value(const Mismatch& miss) {
  if (miss.unwritten) {
    return "was never written";
  }
  return fmt::format("is {:.7g}", miss.got);
}

}  // namespace

std::string describe(const Shape& shape) {
  return fmt::format("m = {}, n = {}, k = {}", shape.m, shape.n, shape.k);
}

std::string describe(const Shape& shape,
                     InputKind kind,
                     const Comparison& comparison,
                     const std::string& cause) {
  std::string text =
      fmt::format("{} of {} elements of C are wrong at {} ({} input).\n", comparison.wrong,
                  comparison.elements, describe(shape), name(kind));
  for (const Mismatch& miss : comparison.first) {
    text += fmt::format("  C[{}][{}] {}, expected {:.7g}\n", miss.row, miss.col, value(miss),
                        miss.expected);
  }
  if (comparison.wrong > comparison.first.size()) {
    text += "  ...\n";
  }
  if (!cause.empty()) {
    text += "Likely cause: " + cause + "\n";
  }
  if (comparison.error_map) {
    text += fmt::format("{}\n", fmt::join(tile_map(*comparison.error_map), "\n"));
  }
  text.pop_back();
  return text;
}

}  // namespace gemmlab
