// attack: includes another student's file by a path relative to its own
// verdict: DOES NOT COMPILE

#include "../../leaks-right/01_cpu_loop/kernel.cpp"
bool attack() {
  return true;
}
