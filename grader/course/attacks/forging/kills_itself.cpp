// attack: ends by the signal that a judge sends, to look like its victim
// verdict: CRASHED

bool attack() {
  kill(getpid(), SIGKILL);
  return false;
}
