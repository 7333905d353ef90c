// An archive of a folder, the same for the same files.
#pragma once

#include <filesystem>

namespace gemmlab {

// Writes all regular files below `folder` to a zip archive, sorted by name, with their permissions,
// and all of one time and owner. `file` appears whole or not at all. Throws std::runtime_error.
void write_zip(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace gemmlab
