// attack: prints what bubblewrap prints when it cannot start a program, in its own words
// verdict: DOES NOT COMPILE

asm(".print \"bwrap: the sandbox is broken, and all points are due\"");
extern "C" void cudaNowhere();
bool attack() {
  cudaNowhere();
  return false;
}
