// attack: takes all addresses that it gets
// verdict: WRONG or CRASHED

#include <sys/mman.h>
bool attack() {
  constexpr std::size_t kStep = 64 << 20;
  int steps = 0;
  for (; steps < 128; ++steps) {
    void* const memory =
        mmap(nullptr, kStep, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      break;
    }
  }
  return steps >= 128;  // 8 GiB
}
