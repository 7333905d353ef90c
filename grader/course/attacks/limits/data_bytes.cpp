// limit: MiB of memory of its own that a process may ask for, of which the worker has taken some
// under: 900
// over: 1024
// verdict: WRONG
#include <sys/mman.h>

bool attack() {
  constexpr std::size_t kBytes = std::size_t{AMOUNT} << 20;
  void* const memory =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) {
    munmap(memory, kBytes);
  }
  return memory != MAP_FAILED;
}
