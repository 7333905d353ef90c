// Which threads of a warp touch which addresses: a drawing of one access.
#pragma once

#include "grader/core/metrics.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

// The warp's 32 lanes and the memory that they touch; nothing if the example does not say enough.
void add_warp(Node parent, const AccessPlace& place);

}  // namespace gemmlab::html
