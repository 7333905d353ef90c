// attack: prints what looks like the simulator's findings, with a secret file as the place
// verdict: WRONG

bool attack() {
  std::puts("/etc/shadow:1: error: out of bounds");
  std::fprintf(stderr, "%s:1: error: out of bounds\n", TARGET_SECRET);
  return false;
}
