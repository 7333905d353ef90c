// Sentences about likely causes, and about what accesses waste.
#pragma once

#include <optional>
#include <string>

#include "grader/core/facts/advice.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/tell.h"
#include "grader/core/spec.h"

namespace gemmlab {

// What most likely made values wrong: what C holds, and what in the code causes that. `shown_at`:
// the shape that shows it, if it is not this one. Where to look is left out without advice.
std::string sentence(const Cause& cause, const std::optional<Shape>& shown_at = {},
                     bool with_advice = true);

// A difference between right and wrong shapes, which is not yet a cause.
bool is_remark(const Cause& cause);
// The same, or where C is wrong, with a guess what may be there.
bool only_describes(const Cause& cause);

// The statement that is the cause.
std::string sentence(const Tell& tell);

// What an access wastes, and how to avoid that.
std::string sentence(const Remark& remark);

}  // namespace gemmlab
