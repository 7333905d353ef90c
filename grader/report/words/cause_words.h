// Sentences about likely causes, and about what accesses waste.
#pragma once

#include <optional>
#include <string>

#include "grader/core/facts/advice.h"
#include "grader/core/facts/cause.h"
#include "grader/core/spec.h"

namespace gemmlab {

// What most likely made values wrong: what C holds, and what in the code causes that. `shown_at`:
// the shape that shows it, if it is not this one.
std::string sentence(const Cause& cause, const std::optional<Shape>& shown_at = {});

// What an access wastes, and how to avoid that.
std::string sentence(const Remark& remark);

}  // namespace gemmlab
