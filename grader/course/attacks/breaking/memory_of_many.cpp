// attack: takes, in many processes, a little memory each
// verdict: WRONG or CRASHED or TIMED OUT

#include <sys/mman.h>
#include <sys/wait.h>
bool attack() {
  constexpr std::size_t kEach = 256 << 20;
  int* const count = static_cast<int*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (int i = 0; i < 12; ++i) {
    if (fork() == 0) {
      void* const memory = mmap(nullptr, kEach, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
      if (memory != MAP_FAILED) {
        __sync_fetch_and_add(count, 1);
      }
      for (;;) {
        pause();
      }
    }
  }
  for (int wait = 0; wait < 50 && *count < 12; ++wait) {
    usleep(100000);
  }
  return *count >= 12;  // 3 GiB
}
