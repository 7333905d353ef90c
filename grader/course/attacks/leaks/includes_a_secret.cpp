// attack: includes a file that only root may read
// verdict: DOES NOT COMPILE

#include TARGET_SECRET
bool attack() {
  return true;
}
