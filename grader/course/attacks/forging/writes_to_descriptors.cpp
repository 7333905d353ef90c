// attack: writes a forged result to every descriptor that it may have inherited
// verdict: CRASHED or EXITED or WRONG

bool attack() {
  const char forged[] = "{\"verdict\": \"PASSED\", \"score\": 100, \"findings\": []}\n";
  for (int fd = 3; fd < 64; ++fd) {
    if (write(fd, forged, sizeof forged - 1) < 0) {
      continue;
    }
  }
  return false;
}
