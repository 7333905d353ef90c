// attack: gives a function of its own another name by a pragma
// verdict: EXITED or NOT GRADED or DOES NOT COMPILE

#pragma redefine_extname own_function _exit
extern "C" void own_function(int);
bool attack() {
  own_function(0);
  return true;
}
