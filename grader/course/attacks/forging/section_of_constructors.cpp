// attack: puts a function into the loader's own list by a section's name
// verdict: EXITED or NOT GRADED

void leave() {
  _exit(0);
}
__attribute__((section(".init_array"), used)) void (*const first)() = leave;
bool attack() {
  return true;
}
