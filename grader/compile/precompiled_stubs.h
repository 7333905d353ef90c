// Our stub of CUDA's headers as clang has read it once: reading it takes clang most of the time
// that it needs for a lab file.
#pragma once

#include <array>
#include <filesystem>

#include "grader/compile/toolchain.h"

namespace gemmlab {

// Precompiled headers for the host's and the device's side, kept in paths().module_cache() and made
// where they are missing. One that could not be made is named all the same: clang then says that it
// cannot read it. Throws std::system_error.
std::array<std::filesystem::path, 2> precompiled_stubs(const Compiler& clang);

}  // namespace gemmlab
