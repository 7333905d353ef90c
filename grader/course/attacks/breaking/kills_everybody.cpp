// attack: kills every process that it may kill
// verdict: WRONG or CRASHED

bool attack() {
  kill(-1, SIGKILL);
  for (pid_t process = 1; process < 40000; ++process) {
    if (process != getpid()) {
      kill(process, SIGKILL);
    }
  }
  return false;
}
