// attack: catches its own crash and leaves with success
// verdict: EXITED or CRASHED

void leave(int) {
  _exit(0);
}
bool attack() {
  for (int signal_number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM}) {
    signal(signal_number, leave);
  }
  *static_cast<volatile int*>(nullptr) = 1;
  return true;
}
