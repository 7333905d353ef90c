// Files and folders of this machine at places that every user can reach. Their own paths may lead
// through a folder that is closed to others, such as a home.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gemmlab {

inline constexpr std::size_t kMostOwnMounts = 64;

// The place of the path with that index.
std::string own_mount(std::size_t index);

// Gives the calling process, a new one of root's, mounts of its own: each path at its place. These
// places replace what the machine has in /tmp. A path that does not exist has none. Uses only what
// is safe after fork. False if that is not permitted.
bool mount_own(const std::vector<std::string>& paths);

}  // namespace gemmlab
