// verdict: CRASHED
// suite: full
// Takes 256 MiB of host memory in small pieces, touches all of it and gives up with abort(): a
// moderate memory bomb.
#include <gemmlab/matmul.h>

#include <cstdlib>
#include <cstring>

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr size_t kPiece = size_t(1) << 20;
  for (int piece = 0; piece < 256; ++piece) {
    void* memory = std::malloc(kPiece);
    if (memory == nullptr) {
      break;
    }
    std::memset(memory, 1 + piece % 255, kPiece);
  }
  std::abort();
}
