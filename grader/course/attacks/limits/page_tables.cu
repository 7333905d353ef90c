// limit: MiB of page tables, each 4 KiB for one byte in 2 MiB of addresses, and of all other memory
// under: 1700
// over: 2200
// verdict: CRASHED or TIMED OUT
#include <sys/mman.h>

bool attack() {
  constexpr std::size_t kPart = std::size_t{2} << 20, kParts = std::size_t{AMOUNT} * 256;
  char* const memory = static_cast<char*>(
      mmap(nullptr, kPart * kParts, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (memory == MAP_FAILED || madvise(memory, kPart * kParts, MADV_NOHUGEPAGE) != 0) {
    return false;
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    // Code that reads memory here would be checked by the simulator, access by access.
    madvise(memory + part * kPart, 4096, MADV_POPULATE_READ);
  }
  usleep(500000);  // memory is not checked continuously
  munmap(memory, kPart * kParts);
  return true;
}
