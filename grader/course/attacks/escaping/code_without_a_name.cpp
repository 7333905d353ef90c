// attack: calls the kernel by machine code that it writes into memory, past any list of symbols
// verdict: WRONG or CRASHED

#include <sys/mman.h>
bool attack() {
#if defined(__x86_64__)
  // mov eax, 41 (socket); mov edi, 2; mov esi, 1; xor edx, edx; syscall; ret
  const unsigned char code[] = {0xb8, 41, 0, 0, 0, 0xbf, 2,    0,    0,    0,
                                0xbe, 1,  0, 0, 0, 0x31, 0xd2, 0x0f, 0x05, 0xc3};
  void* const page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return false;
  }
  std::memcpy(page, code, sizeof code);
  return reinterpret_cast<long (*)()>(page)() >= 0;
#else
  return false;
#endif
}
