// attack: starts the worker's program once more, with a library of its own before all others
// verdict: EXITED or CRASHED or WRONG or TIMED OUT

bool attack() {
  setenv("LD_PRELOAD", "/box/module.so", 1);
  setenv("LD_AUDIT", "/box/module.so", 1);
  char* const arguments[] = {const_cast<char*>("gemmlab-worker"), nullptr};
  execve("/proc/self/exe", arguments, environ);
  return false;
}
