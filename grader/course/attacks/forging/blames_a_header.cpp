// attack: has the compiler fail in a header of the system, so that the grader takes the blame
// verdict: DOES NOT COMPILE

#define noexcept owned(
#include <algorithm>
bool attack() {
  return true;
}
