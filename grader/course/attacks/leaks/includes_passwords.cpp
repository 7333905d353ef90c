// attack: includes the machine's passwords, to read them in the compiler's messages
// verdict: DOES NOT COMPILE

#include "/etc/shadow"
bool attack() {
  return true;
}
