// A result from its JSON.
#pragma once

#include "common/facts/json.h"
#include "grader/core/result.h"

namespace gemmlab {

// The result of which to_json wrote this, without the parts that are only shown: metrics and model.
// Throws std::runtime_error for anything else.
Result result_from_json(const Json& json);

}  // namespace gemmlab
