// attack: includes itself twice, and so on
// verdict: DOES NOT COMPILE

#include __FILE__
#include __FILE__
bool attack() {
  return true;
}
