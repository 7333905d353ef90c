// attack: has the loader choose a function (ifunc), which runs before everything else
// verdict: EXITED or NOT GRADED or DOES NOT COMPILE

extern "C" int chosen() {
  return 1;
}
extern "C" int (*choose())() {
  _exit(0);
  return chosen;
}
extern "C" int resolved() __attribute__((ifunc("choose")));
bool attack() {
  return resolved() == 1;
}
