// Runs a program and reads what it says.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gemmlab {

// Runs arguments[0], found by PATH, and calls `line` with each line of its output and errors, as it
// comes. Returns its exit code, 128 + the signal that ended it, or 127 if it could not be started.
// It ends when this process does.
int run_program(const std::vector<std::string>& arguments,
                const std::function<void(const std::string& line)>& line);

}  // namespace gemmlab
