// attack: gives the pages of the memory that it shares with the judge back to the system
// verdict: WRONG or PARTIAL or UNFINISHED

#include <linux/falloc.h>
bool attack() {
  for (;;) {
    static int rounds = 0;
    fallocate(4, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 1l << 30);
    if (++rounds == 100'000) {
      return false;
    }
  }
}
