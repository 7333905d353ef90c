// attack: makes timers: memory of the kernel
// verdict: WRONG or CRASHED

#include <ctime>
bool attack() {
  int count = 0;
  sigevent silent{};
  silent.sigev_notify = SIGEV_NONE;
  for (timer_t timer; count < 5000 && timer_create(CLOCK_MONOTONIC, &silent, &timer) == 0;) {
    ++count;
  }
  return count == 5000;
}
