// limit: MiB of any file that a compiler writes
// under: 240
// over: 257
// verdict: DOES NOT COMPILE

char large[AMOUNT << 20] = {1};
bool attack() {
  return large[0] == 1;
}
