// The student's own source, and below each line that touches memory what it costs and why.
#pragma once

#include <functional>
#include <string>

#include "grader/core/result.h"
#include "grader/report/terminal.h"

namespace gemmlab {

// Pages of text, ending with a newline; one sentence where nothing was counted, and nothing at all
// where nobody tried to. `read_source` gives the text of a file, empty if it cannot be read.
std::string explanation(const LabResult& lab,
                        const Terminal& terminal,
                        const std::function<std::string(const std::string& path)>& read_source);

}  // namespace gemmlab
