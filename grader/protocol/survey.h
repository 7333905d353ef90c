// How the program that looks at the GPUs tells what it saw: one line of JSON.
#pragma once

#include <string>

#include "grader/core/gpu.h"

namespace gemmlab {

std::string encode(const GpuSurvey& survey);

// Throws ProtocolError if the text isn't such a line.
GpuSurvey decode_survey(const std::string& text);

}  // namespace gemmlab
