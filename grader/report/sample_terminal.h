// Terminals without colours that tests share.
#pragma once

#include "grader/report/text.h"

namespace gemmlab {

const Terminal kPlain{};
const Terminal kNarrow{.live = false, .color = false, .width = 40};

}  // namespace gemmlab
