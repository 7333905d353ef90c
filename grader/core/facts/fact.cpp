#include "grader/core/facts/fact.h"

namespace gemmlab {

GEMMLAB_ONE_OF_CODE(Fact)
GEMMLAB_ONE_OF_CODE(UntimedCause)

bool gives_way(const Fact& fact) {
  const auto* const finding = std::get_if<Finding>(&fact);
  const auto* const apart =
      finding == nullptr ? nullptr : std::get_if<BarriersApart>(&finding->fact);
  return apart != nullptr && !apart->is_read_after;
}

}  // namespace gemmlab
