// Reads a file's text, splits a table into words, and names a content.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/fs.h"

namespace gemmlab {

// The whole file, byte for byte. Throws InfrastructureError that names the file and says why it
// cannot be read.
std::string read_file(const fs::path& file);

// The longest source file, of a lab or of a header, that is read as text.
inline constexpr std::size_t kMostSource = 1 << 20;

// The same for a file that its writer, or the one who named it, may use to attack us: nothing if it
// is not a regular file, has more than `most` bytes or cannot be read.
std::optional<std::string> read_foreign(const fs::path& file, std::uintmax_t most = kMostSource);

// What blanks separate.
std::vector<std::string> split_at_blanks(const std::string& text);

// As hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace gemmlab
