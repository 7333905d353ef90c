// Writes zip archives.
#pragma once

#include <map>
#include <string>

#include "grader/core/fs.h"

namespace gemmlab {

// Name in the archive -> file.
using ZipEntries = std::map<std::string, fs::path>;

// All regular files below `folder`.
ZipEntries files_below(const fs::path& folder);

// Writes them by name, with their permissions, and with a fixed time and owner: the same files give
// the same archive. `file` appears completely or not at all. Throws std::runtime_error.
void write_zip(const ZipEntries& entries, const fs::path& file);

}  // namespace gemmlab
