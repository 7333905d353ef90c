// attack: seeks notes that another student's program has left
// verdict: WRONG

#include <sys/shm.h>
bool attack() {
  bool any = shmget(0x6e6f7465, 4096, 0666) >= 0;
  for (const char* place : {"/tmp", "/dev/shm", "/var/tmp", "/box", "/run", "/usr", "/dev", "."}) {
    any |= reads(std::string(place) + "/note-for-a-friend");
  }
  return any;
}
