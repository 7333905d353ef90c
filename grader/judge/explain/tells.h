// What the file's text tells of each failure of a lab: see Tell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/changes/slips/source_slips.h"
#include "grader/core/facts/check.h"
#include "grader/judge/values/value_causes.h"

namespace gemmlab {

// `shapes`: of the values' checks, for what fails only at large ones.
std::optional<Tell> tell_of(const Failure& failure, const std::vector<ShapeRuns>& shapes,
                            const SourceSlips& slips);

}  // namespace gemmlab
