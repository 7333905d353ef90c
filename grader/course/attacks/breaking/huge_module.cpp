// attack: a module of a gigabyte
// verdict: DOES NOT COMPILE or NOT GRADED

char huge[1 << 30] = {1};
bool attack() {
  return huge[1 << 20] == 0;
}
