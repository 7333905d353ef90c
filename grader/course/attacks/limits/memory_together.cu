// limit: MiB of memory that the programs of a sandbox have filled together, here as a stack, which
// is not counted as data
// under: 1900
// over: 2200
// verdict: CRASHED or TIMED OUT
// For lab 02, where a program has a minute: some machines fill memory slowly.
#include <sys/mman.h>

bool attack() {
  constexpr std::size_t kBytes = std::size_t{AMOUNT} << 20;
  // Code that fills memory here would be checked by the simulator, access by access.
  void* const memory =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_POPULATE | MAP_NORESERVE, -1, 0);
  usleep(500000);  // memory is not checked continuously
  munmap(memory, kBytes);
  return memory != MAP_FAILED;
}
