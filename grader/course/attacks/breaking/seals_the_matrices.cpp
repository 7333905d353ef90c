// attack: forbids the judge to write to the memory that they share, and changes how it writes
// verdict: WRONG

#include <sys/file.h>
bool attack() {
  fcntl(4, F_SETFL, O_APPEND | O_NONBLOCK);
  static_cast<void>(flock(4, LOCK_EX));
  return fcntl(4, F_ADD_SEALS, F_SEAL_WRITE) == 0 ||
         fcntl(4, F_ADD_SEALS, F_SEAL_FUTURE_WRITE) == 0;
}
