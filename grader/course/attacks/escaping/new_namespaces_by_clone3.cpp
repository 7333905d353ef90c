// attack: takes a user namespace of its own by the newer call
// verdict: WRONG

#include <linux/sched.h>
bool attack() {
  clone_args arguments{};
  arguments.flags = CLONE_NEWUSER;
  arguments.exit_signal = SIGCHLD;
  const long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child == 0) {
    _exit(0);
  }
  return child > 0;
}
