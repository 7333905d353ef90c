// What execve takes.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

// `own` (NAME=value), and those of our own variables that are named in `kept`.
std::vector<std::string> environment_of(std::vector<std::string> own,
                                        const std::vector<const char*>& kept);

// Points into `strings`, and ends with a null pointer.
std::vector<char*> exec_pointers(std::vector<std::string>& strings);

}  // namespace gemmlab
