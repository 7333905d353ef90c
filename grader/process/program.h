// Programs of this machine, and the processors that they may use.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gemmlab {

// The path itself, if it is an executable file.
std::optional<std::filesystem::path> if_executable(const std::filesystem::path& path);

// The first program with that name in the absolute folders of PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

// Runs arguments[0], found on PATH, and calls `line` with each line of its output and errors as it
// arrives. Returns its exit code, 128 + the signal that ended it, or 127 if it could not be
// started. It ends when this process does.
int run_program(const std::vector<std::string>& arguments,
                const std::function<void(const std::string& line)>& line);

// The processors that this process may use, in order; none if that is unknown.
std::vector<int> allowed_processors();

}  // namespace gemmlab
