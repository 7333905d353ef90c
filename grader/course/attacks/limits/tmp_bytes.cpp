// limit: MiB of files in /tmp together
// under: 31
// over: 33
// verdict: WRONG

bool attack() {
  return fits("/tmp/large", AMOUNT);
}
