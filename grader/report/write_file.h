// Files that are either as they were or wholly new, never half written.
#pragma once

#include <filesystem>
#include <string_view>

namespace gemmlab {

// Writes a file beside `path` and renames it. A path that is there and is no regular file, such as
// a pipe, is written to directly. Throws std::runtime_error saying what could not be done, and why.
void write_atomically(const std::filesystem::path& path, std::string_view text);

// Throws as write_atomically would, and changes nothing.
void require_writable(const std::filesystem::path& path);

}  // namespace gemmlab
