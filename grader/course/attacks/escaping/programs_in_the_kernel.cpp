// attack: loads a program into the kernel
// verdict: WRONG

bool attack() {
  char attributes[128] = {1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1};
  return (syscall(SYS_bpf, 0, attributes, sizeof attributes) >= 0) |
         (errno != EPERM && errno != ENOSYS);
}
