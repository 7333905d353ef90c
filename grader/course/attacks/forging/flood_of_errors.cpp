// attack: has the compiler print errors without end
// verdict: DOES NOT COMPILE

#define TEN(x) x x x x x x x x x x
#define MANY(x) TEN(TEN(TEN(TEN(x))))
bool attack() {
  MANY(static_assert(sizeof(int) == 0, "owned owned owned owned owned owned");) return false;
}
