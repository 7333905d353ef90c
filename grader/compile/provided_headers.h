// Headers of the CUDA Toolkit that the simulator lacks, and that a lab file includes: compilers
// find others in their place, which declare nothing, whether a Toolkit is installed or not.
#pragma once

#include <string>
#include <string_view>

#include "grader/core/fs.h"

namespace gemmlab {

// What the line includes: a header's name, or whatever other text is there; empty if it is not an
// #include.
std::string included_by(std::string_view line);

// Where they are; their folder exists as soon as one is there.
fs::path provided_headers();

// Makes those that a lab file or one of the student's headers includes. If they cannot be made, the
// compiler finds none.
void provide_headers(const fs::path& source, const std::string& text);

}  // namespace gemmlab
