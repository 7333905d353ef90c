// attack: locks each second byte of a file: memory of the kernel
// verdict: WRONG or CRASHED

bool attack() {
  const int file = open("/tmp/locked", O_RDWR | O_CREAT, 0600);
  int count = 0;
  for (struct flock lock{F_WRLCK, SEEK_SET, 0, 1, 0}; lock.l_start < 20000; lock.l_start += 2) {
    count += fcntl(file, F_SETLK, &lock) == 0;
  }
  return count > 1000;
}
