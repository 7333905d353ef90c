// attack: includes another student's file
// verdict: DOES NOT COMPILE

#include TARGET_NEIGHBOUR
bool attack() {
  return true;
}
