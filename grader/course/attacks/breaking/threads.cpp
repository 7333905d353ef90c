// attack: starts threads until there can be no more
// verdict: WRONG or CRASHED

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
  for (pthread_t thread;
       count < 4000 && pthread_create(&thread, &attributes, wait, nullptr) == 0;) {
    ++count;
  }
  return count >= 2000;
}
