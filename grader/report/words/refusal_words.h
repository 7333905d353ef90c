// Why a lab file became no module, and what compilers say of it.
#pragma once

#include <string>

#include "grader/core/facts/refusal.h"

namespace gemmlab {

// As the compilers write them ("k.cu:3: error: ..."), each with its source line.
std::string sentence(const std::vector<Diagnostic>& diagnostics);

std::string sentence(const Refusal& refusal);

}  // namespace gemmlab
