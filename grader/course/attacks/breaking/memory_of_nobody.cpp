// attack: fills memory that several could share, and takes it out of its own page tables
// verdict: WRONG or CRASHED

#include <sys/mman.h>

bool attack() {
  constexpr std::size_t kBytes = std::size_t{3} << 30, kPart = std::size_t{64} << 20;
  const int zeros = open("/dev/zero", O_RDWR);
  for (const int file : {-1, zeros}) {
    char* const memory =
        static_cast<char*>(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                                MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0));
    bool is_held = memory != MAP_FAILED;
    for (std::size_t at = 0; is_held && at < kBytes; at += kPart) {
      is_held = madvise(memory + at, kPart, MADV_POPULATE_WRITE) == 0 &&
                madvise(memory + at, kPart, MADV_DONTNEED) == 0;
    }
    if (is_held) {
      return true;
    }
  }
  return false;
}
