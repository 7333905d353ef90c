// attack: templates that double with each step
// verdict: DOES NOT COMPILE

template <int... numbers>
struct Grow {
  using type = typename Grow<numbers..., numbers...>::type;
};
bool attack() {
  return sizeof(Grow<1>::type) == 1;
}
