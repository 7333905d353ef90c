// attack: starts processes until there can be no more, which do the same
// verdict: WRONG or CRASHED or EXITED

#include <sys/mman.h>
bool attack() {
  int* const count = static_cast<int*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const pid_t self = getpid();
  while (*count < 3000) {
    const pid_t child = fork();
    if (child < 0) {
      break;
    }
    if (child == 0) {
      __sync_fetch_and_add(count, 1);
    }
  }
  if (getpid() != self) {
    for (;;) {
      pause();
    }
  }
  return *count >= 2000;
}
