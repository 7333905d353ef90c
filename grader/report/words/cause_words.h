// What most likely made values wrong, as a sentence or two: what C holds, and what in the code does
// that.
#pragma once

#include <optional>
#include <string>

#include "grader/core/facts/cause.h"
#include "grader/core/spec.h"

namespace gemmlab {

// `shown_at`: the shape that shows it, where it is said of another one.
std::string sentence(const Cause& cause, const std::optional<Shape>& shown_at = {});

}  // namespace gemmlab
