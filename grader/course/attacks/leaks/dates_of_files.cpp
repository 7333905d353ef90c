// attack: asks for a file's date by a pragma, which tells whether it is there
// verdict: WRONG or DOES NOT COMPILE

#pragma GCC dependency "/etc/shadow"
bool attack() {
  return false;
}
