// attack: leaves notes for other students' programs wherever it can write
// verdict: WRONG

#include <sys/shm.h>
bool attack() {
  for (const char* place : {"/tmp", "/dev/shm", "/var/tmp", "/box", "/run", "/usr", "/dev", "."}) {
    writes(std::string(place) + "/note-for-a-friend");
  }
  const int segment = shmget(0x6e6f7465, 4096, IPC_CREAT | 0666);
  static_cast<void>(segment);
  return false;
}
