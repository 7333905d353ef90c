// attack: becomes a shell that reports success
// verdict: EXITED or WRONG

bool attack() {
  execl("/bin/sh", "sh", "-c", "echo '[  PASSED  ] 99 tests.'; exit 0", nullptr);
  return false;
}
