// verdict: TOO SLOW
// suite: full
// The textbook's loops. Timers send it SIGCONT while it is stopped for the others' turns; then it
// sets off more timers, whose interrupts and switches slow them down.
#include <gemmlab/matmul.h>
#include <signal.h>
#include <sys/timerfd.h>
#include <time.h>

namespace {

constexpr int kTimers = 10;
timer_t timers[kTimers];
int descriptors[kTimers];
bool is_armed = false;
volatile bool is_computing = false;

void disturb(int) {
  for (int round = 0; round < 1000 && !is_computing; ++round) {
    for (int i = 0; i < kTimers; ++i) {
      const itimerspec soon{{0, 0}, {0, 10'000 + 1000 * i}};
      timerfd_settime(descriptors[i], 0, &soon, nullptr);
    }
    const timespec nap{0, 20'000};
    nanosleep(&nap, nullptr);
  }
}

void arm(long nanoseconds) {
  for (int i = 0; is_armed && i < kTimers; ++i) {
    const itimerspec later{{0, 0}, {0, nanoseconds * (i + 1)}};
    timer_settime(timers[i], 0, &later, nullptr);
  }
}

bool set_up() {
  signal(SIGCONT, disturb);
  for (int i = 0; i < kTimers; ++i) {
    sigevent event = {};
    event.sigev_signo = SIGCONT;
    event.sigev_notify = SIGEV_SIGNAL;
    if (timer_create(CLOCK_MONOTONIC, &event, &timers[i]) != 0) {
      return false;
    }
    descriptors[i] = timerfd_create(CLOCK_MONOTONIC, 0);
  }
  return true;
}

}  // namespace

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static const bool first = (is_armed = set_up());
  static_cast<void>(first);
  is_computing = true;
  arm(0);
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0.0f;
      for (int i = 0; i < k; ++i) {
        sum += a[row * k + i] * b[i * n + col];
      }
      c[row * n + col] = sum;
    }
  }
  is_computing = false;
  if (m >= 256 && n >= 256) {
    arm(500'000);
  }
}
