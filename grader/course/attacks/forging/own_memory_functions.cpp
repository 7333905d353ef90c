// attack: brings memcmp, memcpy and operators new and delete of its own, which the judge might call
// verdict: WRONG or CRASHED or NOT GRADED or DOES NOT COMPILE

#include <new>
extern "C" __attribute__((weak, visibility("default"))) int memcmp(const void*, const void*,
                                                                   std::size_t) noexcept {
  return 0;
}
__attribute__((visibility("default"))) void* operator new(std::size_t size) {
  return std::calloc(1, size);
}
__attribute__((visibility("default"))) void operator delete(void*) noexcept {}
__attribute__((visibility("default"))) void operator delete(void*, std::size_t) noexcept {}
bool attack() {
  return false;
}
