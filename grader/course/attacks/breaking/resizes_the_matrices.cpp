// attack: makes the memory that it shares with the judge smaller and larger
// verdict: WRONG

#include <fstream>

#include <sys/stat.h>
bool attack() {
  signal(SIGXFSZ, SIG_IGN);
  struct stat before {
  }, after{};
  fstat(4, &before);
  std::ofstream("/proc/self/fd/4", std::ios::trunc) << "nothing";
  static_cast<void>(ftruncate(4, 0));
  static_cast<void>(truncate("/proc/self/fd/4", 1));
  static_cast<void>(ftruncate(4, 1l << 40));
  static_cast<void>(fallocate(4, 0, 0, 1l << 40));
  fstat(4, &after);
  return before.st_size != after.st_size;
}
