// attack: writes to the kernel's settings
// verdict: WRONG

bool attack() {
  return writes("/proc/sys/kernel/core_pattern") | writes("/proc/sys/vm/overcommit_memory") |
         writes("/proc/1/oom_score_adj") | writes("/sys/fs/cgroup/cgroup.procs") |
         writes("/sys/kernel/mm/transparent_hugepage/enabled") | writes("/proc/self/uid_map");
}
