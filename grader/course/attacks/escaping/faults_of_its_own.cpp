// attack: handles page faults itself, which many attacks on a kernel need
// verdict: WRONG

bool attack() {
  return syscall(SYS_userfaultfd, O_CLOEXEC | 1) >= 0;
}
