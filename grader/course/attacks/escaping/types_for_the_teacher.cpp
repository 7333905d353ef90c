// attack: puts keys into the teacher's terminal
// verdict: WRONG

#include <sys/ioctl.h>
bool attack() {
  bool any = false;
  for (int fd = 0; fd < 16; ++fd) {
    any |= ioctl(fd, TIOCSTI, "x") == 0;
  }
  const int terminal = open("/dev/tty", O_RDWR);
  return any | (ioctl(terminal, TIOCSTI, "x") == 0) | (terminal >= 0);
}
