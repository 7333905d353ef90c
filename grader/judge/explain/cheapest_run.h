// The run that a search for changes begins with.
#pragma once

#include <optional>

#include "grader/judge/candidate.h"
#include "grader/judge/values/trial.h"
#include "grader/session/session.h"

namespace gemmlab {

// The first run to try changes on: the cheapest that is wrong without any. Nothing if none is, so
// that nothing could help, or if hundreds of such runs would take too long.
std::optional<TrialInput> cheapest_wrong(Session& session, const Candidate& candidate,
                                         const TrialInput& run);

}  // namespace gemmlab
