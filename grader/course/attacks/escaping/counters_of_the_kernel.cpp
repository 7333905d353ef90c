// attack: watches the machine through its performance counters
// verdict: WRONG

#include <linux/perf_event.h>
bool attack() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.exclude_kernel = 1;
  return syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0) >= 0;
}
