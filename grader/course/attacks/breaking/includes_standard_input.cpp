// attack: includes the compiler's own input, for which it would wait
// verdict: DOES NOT COMPILE

#include "/dev/stdin"
bool attack() {
  return undeclared;
}
