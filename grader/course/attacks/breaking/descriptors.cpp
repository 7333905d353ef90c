// attack: opens files until there can be no more
// verdict: WRONG or CRASHED

bool attack() {
  int count = 0;
  while (count < 100000 && open("/dev/null", O_RDONLY) >= 0) {
    ++count;
  }
  return count >= 4096;
}
