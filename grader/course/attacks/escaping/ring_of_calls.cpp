// attack: makes calls that no filter sees, through a ring (io_uring)
// verdict: WRONG

bool attack() {
  char parameters[256] = {};
  return syscall(SYS_io_uring_setup, 4, parameters) >= 0;
}
