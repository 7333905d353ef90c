// attack: includes a file without end
// verdict: DOES NOT COMPILE

#include "/dev/full"
bool attack() {
  return true;
}
