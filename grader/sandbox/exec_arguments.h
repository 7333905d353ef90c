// What a process needs on its way to execve.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gemmlab {

// `own` (NAME=value), and those of our own variables that are named in `kept`.
std::vector<std::string> environment_of(std::vector<std::string> own,
                                        const std::vector<const char*>& kept);

// Points into `strings`, and ends with a null pointer.
std::vector<char*> exec_pointers(std::vector<std::string>& strings);

// Gives this process to that user, with no group beside its own, for good. False if it may not.
// Async-signal-safe.
bool become_user(uid_t user);

}  // namespace gemmlab
