// Reads a file's text, and splits a table into words.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gemmlab {

// The whole file, byte for byte. Throws InfrastructureError that names the file and says why it
// cannot be read.
std::string read_file(const std::filesystem::path& file);

// Blanks separate the words; # starts a comment.
std::vector<std::string> table_words(const std::string& table);

}  // namespace gemmlab
