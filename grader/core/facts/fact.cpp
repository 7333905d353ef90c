#include "grader/core/facts/fact.h"

namespace gemmlab {

bool gives_way(const Fact& fact) {
  const auto* const finding = get_if<Finding>(&fact);
  const auto* const apart = finding == nullptr ? nullptr : get_if<BarriersApart>(&finding->fact);
  return apart != nullptr && !apart->is_read_after;
}

}  // namespace gemmlab
