// attack: looks whether a program started from here could gain what it may not do itself
// verdict: WRONG

#include <sys/prctl.h>
bool attack() {
  return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}
