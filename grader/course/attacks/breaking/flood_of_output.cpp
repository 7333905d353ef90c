// attack: prints without end, on both of its outputs
// verdict: WRONG or TIMED OUT or CRASHED

bool attack() {
  const std::string line(1 << 16, '=');
  for (int i = 0; i < 512; ++i) {
    if (write(1, line.data(), line.size()) < 0 || write(2, line.data(), line.size()) < 0) {
      break;
    }
  }
  return false;
}
