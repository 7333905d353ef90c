// attack: macros that become 80 MB of text, which our translator and a compiler read
// verdict: WRONG or DOES NOT COMPILE or NOT GRADED

#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(A(A(A(x)))))
const char* text() {
  return B("0123456789012345678901234567890123456789012345678901234567890123456789");
}
static bool attack() {
  return text() == nullptr;
}
