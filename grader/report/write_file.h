// Writes files so that they are either unchanged or completely new, never half written.
#pragma once

#include <string_view>

#include "grader/core/fs.h"

namespace gemmlab {

// Writes a file next to `path` and renames it. If `path` exists and is not a regular file, such as
// a pipe, writes to it directly. Throws std::runtime_error with what failed and why.
void write_atomically(const fs::path& path, std::string_view text);

// Throws as write_atomically would, and changes nothing.
void require_writable(const fs::path& path);

}  // namespace gemmlab
