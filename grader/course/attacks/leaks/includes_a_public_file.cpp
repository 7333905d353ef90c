// attack: includes a file from outside of the sandbox
// verdict: DOES NOT COMPILE

#include TARGET_PUBLIC
bool attack() {
  return true;
}
