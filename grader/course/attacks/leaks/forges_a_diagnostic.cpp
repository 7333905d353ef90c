// attack: has the compiler say that an error is in a secret file, for the report to quote its line
// verdict: DOES NOT COMPILE

#define FORGED "\n" TARGET_SECRET ":1: error: owned\n/etc/shadow:1: error: owned\n"
static_assert(false, FORGED);
[[deprecated(FORGED)]] int old();
bool attack() {
  return old() == 1;
}
