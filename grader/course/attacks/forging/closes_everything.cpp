// attack: closes each descriptor, the judge's socket too
// verdict: CRASHED or EXITED

bool attack() {
  for (int fd = 0; fd < 1024; ++fd) {
    close(fd);
  }
  return true;
}
