// limit: MiB of files in /dev/shm together
// under: 15
// over: 17
// verdict: WRONG

bool attack() {
  return fits("/dev/shm/large", AMOUNT);
}
