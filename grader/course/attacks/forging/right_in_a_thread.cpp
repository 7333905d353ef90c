// attack: leaves a thread behind which goes on after matmul has returned
// verdict: WRONG

#include <atomic>
#include <thread>
std::atomic<int> rounds{0};
bool attack() {
  std::thread([] {
    for (;;) {
      ++rounds;
      usleep(1000);
    }
  }).detach();
  return false;
}
