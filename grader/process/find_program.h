// Programs, as a shell would find them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gemmlab {

// The path itself, if that is a file that we may start.
std::optional<std::filesystem::path> if_executable(const std::filesystem::path& path);

// The first of that name in the absolute folders of PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace gemmlab
