// attack: leaves a process in a session of its own, which holds the judge's descriptors
// verdict: WRONG

#include <sys/prctl.h>
bool attack() {
  if (fork() == 0) {
    setsid();
    prctl(PR_SET_PDEATHSIG, 0);
    if (fork() == 0) {
      for (int i = 0; i < 1000; ++i) {
        writes(TARGET_OUT "/results/daemon.json");
        writes("/box/module.so");
        sleep(1);
      }
    }
    _exit(0);
  }
  return false;
}
