// attack: stops itself and whoever has started it
// verdict: TIMED OUT or CRASHED

bool attack() {
  kill(getppid(), SIGSTOP);
  kill(1, SIGSTOP);
  kill(0, SIGSTOP);
  return true;
}
