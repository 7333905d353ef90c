// limit: files that a process may have open, of which the worker's own are a few
// under: 240
// over: 256
// verdict: WRONG

bool attack() {
  static int files[AMOUNT];
  int count = 0;
  while (count < AMOUNT && (files[count] = open("/dev/null", O_RDONLY)) >= 0) {
    ++count;
  }
  const bool is_all = count == AMOUNT;
  while (count > 0) {
    close(files[--count]);
  }
  return is_all;
}
