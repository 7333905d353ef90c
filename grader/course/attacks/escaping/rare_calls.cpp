// attack: makes calls that only administrators make
// verdict: WRONG

#include <sys/klog.h>
#include <sys/swap.h>
#include <sys/time.h>
bool attack() {
  bool any = false;
  const timeval now{0, 0};
  any |= sethostname("owned", 5) == 0;
  any |= settimeofday(&now, nullptr) == 0;
  any |= syscall(SYS_init_module, "", 0, "") == 0;
  any |= syscall(SYS_finit_module, 0, "", 0) == 0;
  any |= syscall(SYS_kexec_load, 0, 0, nullptr, 0) == 0;
  any |= syscall(SYS_open_by_handle_at, 0, "", 0) >= 0;
  any |= syscall(SYS_name_to_handle_at, 0, "", nullptr, nullptr, 0) >= 0;
  any |= syscall(SYS_fanotify_init, 0, 0) >= 0;
  any |= syscall(SYS_inotify_init1, 0) >= 0;
  any |= syscall(SYS_acct, "/box/accounts") == 0;
  any |= syscall(SYS_quotactl, 0, "", 0, nullptr) == 0;
  any |= swapoff("/swap") == 0;
  any |= klogctl(3, nullptr, 0) >= 0;
  return any;
}
