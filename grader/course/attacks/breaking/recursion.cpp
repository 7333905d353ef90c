// attack: calls itself without end
// verdict: CRASHED

int deeper(volatile int* outer) {
  volatile int here[1024];
  here[0] = *outer + 1;
  return deeper(here) + here[0];
}
bool attack() {
  volatile int here = 0;
  return deeper(&here) != 0;
}
