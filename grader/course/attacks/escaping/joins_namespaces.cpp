// attack: joins the namespaces of the first process
// verdict: WRONG

#include <sched.h>
bool attack() {
  bool any = false;
  for (const char* name : {"/proc/1/ns/mnt", "/proc/1/ns/net", "/proc/1/ns/user"}) {
    any |= setns(open(name, O_RDONLY), 0) == 0;
  }
  return any;
}
