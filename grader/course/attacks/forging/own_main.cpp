// attack: brings a main of its own that reports success
// verdict: WRONG

int main() {
  std::puts("[  PASSED  ] 99 tests.");
}
bool attack() {
  return false;
}
