// limit: MiB of memory that the programs of a sandbox have filled together, here in four processes
// under: 800
// over: 2300
// verdict: CRASHED or TIMED OUT
// Far under it, since some machines fill memory slowly, and a call has ten seconds.
#include <sys/mman.h>

bool attack() {
  constexpr std::size_t kEach = std::size_t{AMOUNT / 8} << 21;
  int* const filled = static_cast<int*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  pid_t children[4];
  for (pid_t& child : children) {
    child = fork();
    if (child == 0) {
      void* const memory = std::aligned_alloc(2 << 20, kEach);
      madvise(memory, kEach, MADV_HUGEPAGE);  // or filling it would take many seconds
      std::memset(memory, 1, kEach);
      __sync_fetch_and_add(filled, 1);
      for (;;) {
        pause();
      }
    }
  }
  for (int tenths = 0; tenths < 100 && *filled < 4; ++tenths) {
    usleep(100000);
  }
  usleep(500000);  // whoever counts may not look all the time
  for (const pid_t child : children) {
    kill(child, SIGKILL);
  }
  return *filled == 4;
}
