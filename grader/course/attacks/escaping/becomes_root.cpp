// attack: becomes root, or another user, by asking
// verdict: WRONG

#include <grp.h>
bool attack() {
  const gid_t groups[] = {0};
  return (setgroups(1, groups) == 0) | (setgid(0) == 0) | (setuid(0) == 0) |
         (setresuid(0, 0, 0) == 0) | (setuid(getuid() + 1) == 0);
}
