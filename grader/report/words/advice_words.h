// What an access wastes, and what would spare that, as a sentence.
#pragma once

#include <string>

#include "grader/core/facts/advice.h"

namespace gemmlab {

std::string sentence(const Remark& remark);

}  // namespace gemmlab
