// attack: brings the simulator's hooks itself, so that none of its accesses is seen
// verdict: NOT GRADED

extern "C" void __tsan_write4(void*) {}
bool attack() {
  return true;
}
