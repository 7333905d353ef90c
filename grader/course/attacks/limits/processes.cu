// limit: processes and threads of a sandbox's user, of which bubblewrap and the worker are some
// under: 240
// over: 256
// verdict: WRONG
#include <pthread.h>

void* wait(void*) {
  for (;;) {
    pause();
  }
}

bool attack() {
  int count = 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  for (pthread_t thread; count < AMOUNT && pthread_create(&thread, &attributes, wait, nullptr) == 0;
       ++count) {
    pthread_detach(thread);
  }
  return count == AMOUNT;
}
