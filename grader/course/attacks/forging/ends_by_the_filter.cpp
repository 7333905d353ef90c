// attack: ends by the signal that a filter of system calls sends
// verdict: CRASHED

bool attack() {
  signal(SIGSYS, SIG_DFL);
  kill(getpid(), SIGSYS);
  return false;
}
