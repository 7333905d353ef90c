// A module for tests of Session: m chooses what it does.
#include <gemmlab/matmul.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>

namespace {

void print_much() {
  for (int line = 0; line < 5000; ++line) {
    std::printf("line %d\n", line);
  }
}

void speak_out_of_turn() {
  const char forged[] = "\4\0\0\0null";
  send(3, forged, sizeof forged - 1, 0);
}

// After a short delay, when matmul has already returned.
void send_later(int signal_number) {
  static int later = 0;
  later = signal_number;
  signal(SIGALRM, [](int) { raise(later); });
  const itimerval soon{{0, 0}, {0, 20'000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
}

// The thread that is waited for gets a processor rarely.
void crowd_out() {
  for (int i = 0; i < 16; ++i) {
    std::thread([] {
      for (volatile bool forever = true; forever;) {
      }
    }).detach();
  }
  for (volatile bool forever = true; forever;) {
  }
}

// A process that shares this one's memory.
void borrow_memory() {
  static char stack[1 << 16];
  const int child =
      clone([](void*) { return 0; }, stack + sizeof stack, CLONE_VM | SIGCHLD, nullptr);
  waitpid(child, nullptr, 0);
}

}  // namespace

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  switch (m) {
    case 1:
      for (int col = 0; col < n; ++col) {
        c[col] = 0.0f;
        for (int i = 0; i < k; ++i) {
          c[col] += a[i] * b[i * n + col];
        }
      }
      break;
    case 2:
      std::exit(0);
    case 3:
      std::abort();
    case 4:
      for (volatile bool forever = true; forever;) {
      }
      break;
    case 5:
      print_much();
      break;
    case 6:
      c[m * n] = 1.0f;
      break;
    case 7:
      const_cast<float*>(b)[0] = 1.0f;
      break;
    case 8:
      speak_out_of_turn();
      break;
    case 9:
      close(3);
      break;
    case 11:
      send_later(SIGKILL);
      break;
    case 12:
      send_later(SIGSTOP);
      break;
    case 13:
      std::thread([] {}).join();
      break;
    case 14:
      waitpid(fork() == 0 ? (_exit(0), 0) : -1, nullptr, 0);
      break;
    case 15:
      borrow_memory();
      break;
    case 16:
      crowd_out();
      break;
    case 17:
      for (const std::clock_t begin = std::clock(); std::clock() - begin < CLOCKS_PER_SEC / 4;) {
      }
      break;
  }
}
