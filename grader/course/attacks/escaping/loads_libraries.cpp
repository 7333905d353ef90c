// attack: loads a library that the machine has, to use what its own file may not name
// verdict: WRONG

#include <dlfcn.h>
bool attack() {
  void* const library = dlopen("libc.so.6", RTLD_NOW);
  using Call = int (*)(int, int, int);
  const auto call = library ? reinterpret_cast<Call>(dlsym(library, "socket")) : nullptr;
  return call != nullptr && call(2, 1, 0) >= 0;
}
