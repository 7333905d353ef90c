// Maps of C's errors.
#pragma once

#include <vector>

#include "grader/core/facts/check.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

// A picture of C for each failed check that compared all values.
void add_heatmaps(Node parent, const std::vector<const Check*>& checks);

}  // namespace gemmlab::html
