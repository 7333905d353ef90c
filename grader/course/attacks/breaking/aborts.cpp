// attack: ends with a core dump
// verdict: CRASHED

#include <sys/resource.h>
bool attack() {
  const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CORE, &unlimited);
  std::abort();
}
