// attack: starts so many busy threads that the one which is waited for hardly runs
// verdict: TIMED OUT

#include <thread>
bool attack() {
  for (int i = 0; i < 60; ++i) {
    std::thread([] {
      for (volatile bool forever = true; forever;) {
      }
    }).detach();
  }
  for (volatile bool forever = true; forever;) {
  }
}
