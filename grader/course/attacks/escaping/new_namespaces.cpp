// attack: takes namespaces of its own, in which it would be root
// verdict: WRONG

#include <sched.h>
bool attack() {
  if (unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWNET) == 0) {
    return true;
  }
  const long child =
      syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (child == 0) {
    _exit(0);
  }
  return child > 0;
}
