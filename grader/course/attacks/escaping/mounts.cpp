// attack: mounts a file system, and makes the ones that are there writable
// verdict: WRONG

#include <sys/mount.h>
bool attack() {
  return (mount("tmpfs", "/tmp", "tmpfs", 0, nullptr) == 0) |
         (mount("", "/usr", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0) |
         (umount2("/proc", MNT_DETACH) == 0) | (chroot("/usr") == 0);
}
