// attack: calls the kernel by the numbers of x32, which a filter may have forgotten
// verdict: WRONG or CRASHED

bool attack() {
#if defined(__x86_64__)
  return syscall(0x40000000 + SYS_socket, 2, 1, 0) >= 0;
#else
  return false;
#endif
}
