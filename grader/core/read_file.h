// A file's text.
#pragma once

#include <filesystem>
#include <string>

namespace gemmlab {

// All of it, byte for byte. Throws InfrastructureError that names the file and says why it cannot
// be read.
std::string read_file(const std::filesystem::path& file);

}  // namespace gemmlab
