#include "grader/oral/question.h"

#include <algorithm>

namespace gemmlab {
namespace {

constexpr int kLeast = 32, kMost = 128;

}  // namespace

int OralSubject::tile() const {
  const auto& stores = result.metrics ? result.metrics->stores : std::nullopt;
  const int extent = stores ? std::max(stores->rows, stores->cols) : kLeast;
  const int whole = (extent + kLeast - 1) / kLeast * kLeast;
  return std::max(std::clamp(whole, kLeast, kMost), spec.multiple_of);
}

std::vector<Shape> OralSubject::shapes_around() const {
  if (spec.multiple_of > 1) {
    return whole_shapes();
  }
  const int side = tile();
  return {square(side),
          {side + 1, side, side, ""},
          {side, side + 1, side, ""},
          {side, side, side + 1, ""}};
}

std::vector<Shape> OralSubject::whole_shapes() const {
  const int side = tile();
  return {square(side),
          {2 * side, side, side, ""},
          {side, 2 * side, side, ""},
          {side, side, 2 * side, ""}};
}

}  // namespace gemmlab
