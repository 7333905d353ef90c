// Words and brackets of CUDA that a source misspells.
#pragma once

#include <optional>
#include <set>

#include "common/simt/translate/tokens.h"
#include "grader/compile/slip.h"

namespace gemmlab {

// Of a text that does not compile, at these lines.
std::optional<Slip> find_cuda_slip(const simt::Tokens& tokens, const std::set<int>& error_lines);

}  // namespace gemmlab
