// limit: files in /tmp and /dev/shm together
// under: 16000
// over: 17000
// verdict: CRASHED or TIMED OUT
#include <sys/stat.h>

bool attack() {
  int count = 0;
  for (; count < AMOUNT; ++count) {
    const char* const place = count % 2 == 0 ? "/tmp/" : "/dev/shm/";
    if (mknod((place + std::to_string(count)).c_str(), S_IFREG | 0600, 0) != 0) {
      break;
    }
  }
  usleep(500000);  // the count is not checked continuously
  for (int i = 0; i < count; ++i) {
    unlink(((i % 2 == 0 ? "/tmp/" : "/dev/shm/") + std::to_string(i)).c_str());
  }
  return count == AMOUNT;
}
