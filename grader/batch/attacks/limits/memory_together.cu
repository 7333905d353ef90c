// limit: MiB of memory that the programs of a sandbox have filled together, here in four processes
// under: 1900
// over: 2200
// verdict: CRASHED or TIMED OUT
// For lab 02, where a program has a minute: some machines fill memory slowly.
#include <sys/mman.h>

bool attack() {
  constexpr std::size_t kEach = std::size_t{AMOUNT / 4} << 20;
  int* const filled = static_cast<int*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  pid_t children[4];
  for (pid_t& child : children) {
    child = fork();
    if (child == 0) {
      // Code that fills memory here would be checked by the simulator, access by access.
      void* const memory = mmap(nullptr, kEach, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
      if (memory != MAP_FAILED) {
        __sync_fetch_and_add(filled, 1);
      }
      for (;;) {
        pause();
      }
    }
  }
  while (*static_cast<volatile int*>(filled) < 4) {
    usleep(100000);
  }
  usleep(500000);  // memory is not checked continuously
  for (const pid_t child : children) {
    kill(child, SIGKILL);
  }
  return *filled == 4;
}
