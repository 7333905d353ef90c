// attack: lets each of many lists of watched files watch all others: memory of the kernel
// verdict: WRONG or CRASHED

#include <sys/epoll.h>
#include <sys/eventfd.h>

bool attack() {
  int files[100];
  for (int& file : files) {
    file = eventfd(0, 0);
  }
  int watches = 0;
  for (int lists = 0; lists < 50; ++lists) {
    const int list = epoll_create1(0);
    for (const int file : files) {
      epoll_event event{};
      watches += epoll_ctl(list, EPOLL_CTL_ADD, file, &event) == 0;
    }
  }
  return watches > 1000;
}
