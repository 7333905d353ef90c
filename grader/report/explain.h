// The student's own source; below each line that accesses memory, its cost and the reason.
#pragma once

#include <functional>
#include <string>

#include "grader/core/result.h"
#include "grader/report/terminal.h"

namespace gemmlab {

// Pages of text, ending with a newline; one sentence if nothing was counted, and nothing if
// counting was not requested. `read_source` gives the text of a file, empty if it cannot be read.
std::string explanation(const LabResult& lab, const Terminal& terminal,
                        const std::function<std::string(const std::string& path)>& read_source);

}  // namespace gemmlab
