// Arguments of launches that have no type of their own. simt_abi.h says what the translator makes
// of them.
#pragma once

#include "simt_abi.h"

namespace simt {

// NULL as an argument: a null pointer of any type, or 0.
struct Null {
  explicit constexpr Null(long) {}
  template <class T>
  operator T*() const {
    return nullptr;
  }
  operator long() const { return 0; }
};

// A braced list as an argument: `make` creates the parameter that it initialises.
template <class Make>
struct Braced {
  Make make;

  template <class P>
  SIMT_GLUE operator P() const requires requires {
    make(static_cast<P*>(nullptr));
  }
  { return make(static_cast<P*>(nullptr)); }
};
template <class Make>
inline constexpr bool is_made_late<Braced<Make>> = true;
template <class Make>
SIMT_GLUE Braced<Make> braced(Make make) {
  return {make};
}

}  // namespace simt
