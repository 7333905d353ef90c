// attack: calls the kernel by its 32-bit table, which has other numbers
// verdict: WRONG or CRASHED

#include <sys/mman.h>
bool attack() {
#if defined(__x86_64__)
  // push rbx; mov eax, 359 (socket); mov ebx, 2; mov ecx, 1; xor edx, edx; int 0x80; pop rbx; ret
  const unsigned char code[] = {0x53, 0xb8, 0x67, 1, 0, 0,    0xbb, 2,    0,    0,    0,
                                0xb9, 1,    0,    0, 0, 0x31, 0xd2, 0xcd, 0x80, 0x5b, 0xc3};
  void* const page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return false;
  }
  std::memcpy(page, code, sizeof code);
  return reinterpret_cast<int (*)()>(page)() >= 0;
#else
  return false;
#endif
}
