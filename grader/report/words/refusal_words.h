// Sentences about a lab file that became no module.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/refusal.h"

namespace gemmlab {

// As compilers write them ("k.cu:3: error: ..."), each with its source line.
std::string sentence(const std::vector<Diagnostic>& diagnostics);
// Why there is no module.
std::string sentence(const Refusal& refusal);

}  // namespace gemmlab
