// attack: raises its own limits and priority
// verdict: WRONG

#include <sched.h>
#include <sys/resource.h>
bool attack() {
  const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
  const sched_param first{50};
  bool any = sched_setscheduler(0, SCHED_FIFO, &first) == 0;
  for (const auto limit : {RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CPU, RLIMIT_CORE}) {
    any |= setrlimit(limit, &unlimited) == 0;
  }
  return any | (setpriority(PRIO_PROCESS, 0, -20) == 0) | writes("/proc/self/oom_score_adj\0");
}
