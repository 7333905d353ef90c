// attack: keeps memory in shared segments, of which it maps one at a time
// verdict: WRONG or CRASHED

#include <sys/shm.h>
bool attack() {
  constexpr std::size_t kEach = 64 << 20;
  int count = 0;
  for (; count < 64; ++count) {
    const int segment = shmget(IPC_PRIVATE, kEach, IPC_CREAT | 0600);
    void* const memory = segment < 0 ? nullptr : shmat(segment, nullptr, 0);
    if (memory == nullptr || memory == reinterpret_cast<void*>(-1)) {
      break;
    }
    std::memset(memory, 1, kEach);
    shmdt(memory);
  }
  return count >= 64;  // 4 GiB
}
