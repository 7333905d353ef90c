// attack: includes a file without end
// verdict: DOES NOT COMPILE

#include "/dev/zero"
bool attack() {
  return true;
}
