#include "grader/process/own_mounts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace gemmlab {
namespace {

constexpr const char* kPlaces = "/tmp";  // each machine has it

bool mount_at_place(std::size_t index, int opened) {
  std::array<char, 32> path{}, place{};
  std::snprintf(path.data(), path.size(), "/proc/self/fd/%d", opened);
  std::snprintf(place.data(), place.size(), "%s/%zu", kPlaces, index);
  struct stat found {};
  const bool has_place =
      fstat(opened, &found) == 0 &&
      (S_ISDIR(found.st_mode) ? mkdir(place.data(), 0755) : mknod(place.data(), S_IFREG, 0)) == 0;
  return has_place && mount(path.data(), place.data(), nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

}  // namespace

std::string own_mount(std::size_t index) {
  return fmt::format("{}/{}", kPlaces, index);
}

bool mount_own(const std::vector<std::string>& paths) {
  std::array<int, kMostOwnMounts> opened{};
  if (paths.size() > opened.size() || unshare(CLONE_NEWNS) != 0 ||
      mount(nullptr, "/", nullptr, MS_SLAVE | MS_REC, nullptr) != 0) {
    return false;
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {  // before those in /tmp are hidden
    opened[i] = open(paths[i].c_str(), O_PATH | O_CLOEXEC);
  }
  bool is_mounted = mount("tmpfs", kPlaces, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") == 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    is_mounted &= opened[i] < 0 || mount_at_place(i, opened[i]);
    close(opened[i]);
  }
  return is_mounted;
}

}  // namespace gemmlab
