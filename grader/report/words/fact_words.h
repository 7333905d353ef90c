// The sentences of facts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/core/facts/advice.h"
#include "grader/core/facts/check.h"

namespace gemmlab {

// `check` has the fact: its shape, verdict and error map are part of what happened.
std::string sentence(const Fact& fact, const Check& check);

// What a run showed: one or two sentences, with thread, block and element.
std::string sentence(const Finding& finding);
// A refused launch or a failed call.
std::string sentence(const ApiError& error);
// With the likely cause.
std::string sentence(const OutOfTime& stop);

// What most likely made values wrong: what C holds, and what in the code does that. `shown_at`: the
// shape that shows it, where it is said of another one.
std::string sentence(const Cause& cause, const std::optional<Shape>& shown_at = {});

// What an access wastes, and what would spare that.
std::string sentence(const Remark& remark);

// As the compilers write them ("k.cu:3: error: ..."), each with its source line.
std::string sentence(const std::vector<Diagnostic>& diagnostics);
// Why a lab file became no module.
std::string sentence(const Refusal& refusal);

// What was needed and what was reached: for a speed that has an outcome.
std::string sentence(const Speed& speed);
// Why there is no outcome; without a full stop, since it may follow a colon.
std::string sentence(const Untimed& why);

}  // namespace gemmlab
