// A drawing of one access by one warp.
#pragma once

#include "common/facts/counts.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

// Which threads of a warp access which memory: its 32 lanes and the cells; nothing if the example
// has too little information.
void add_warp(Node parent, const AccessPlace& place);

}  // namespace gemmlab::html
