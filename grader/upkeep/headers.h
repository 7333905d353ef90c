// Which headers are not yet known to compile by themselves, and how to find out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/compile/toolchain.h"
#include "grader/upkeep/course.h"

namespace gemmlab {

// The headers of common/ and grader/ but those that a compiled file includes before anything else,
// which proves that they need nothing before them. `compiled` is the build's list of what it
// compiles, compile_commands.json.
std::vector<std::filesystem::path> headers_to_compile(const Course& course,
                                                      const std::string& compiled);

// The command that compiles a header of headers_to_compile alone, where the root is the working
// directory; empty if its compiler is not here. Stand-ins for CUDA's headers are read as lab files
// read them, after cuda_runtime.h.
std::vector<std::string> command_for_header(const std::filesystem::path& header,
                                            const Toolchain& tools);

}  // namespace gemmlab
