// attack: uses the kernel's store of keys, which all processes of a user share
// verdict: WRONG

bool attack() {
  return (syscall(SYS_add_key, "user", "note", "x", 1, -4) >= 0) |
         (syscall(SYS_keyctl, 0, -4, 1) >= 0) |
         (syscall(SYS_request_key, "user", "note", nullptr, -4) >= 0);
}
