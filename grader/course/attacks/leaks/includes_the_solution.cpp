// attack: includes the solution from the tree that grades it
// verdict: DOES NOT COMPILE

#define matmul solution
#include TARGET_SOLUTION
#undef matmul
bool attack() {
  return true;
}
