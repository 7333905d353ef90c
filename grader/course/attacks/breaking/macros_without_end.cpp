// attack: a macro that becomes more text than any disk holds
// verdict: DOES NOT COMPILE

#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(A(A(A(x)))))
#define C(x) B(B(x))
const char* text() {
  return C("0123456789abcdef");
}
bool attack() {
  return text() != nullptr;
}
