// A file's text, and the words of a table.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gemmlab {

// All of it, byte for byte. Throws InfrastructureError that names the file and says why it cannot
// be read.
std::string read_file(const std::filesystem::path& file);

// Blanks part the words, and # begins a comment.
std::vector<std::string> table_words(const std::string& table);

}  // namespace gemmlab
