// Measures the current clock rate of the multiprocessors: one warp counts its cycles for a third of
// a millisecond. C is not a product: each of its rows begins with the cycles and the nanoseconds.
#include <gemmlab/matmul.h>

namespace {

constexpr unsigned long long kNanoseconds = 300'000;  // clocks change less often than that

__device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

// Waits until the timer changes: it may advance in steps of a microsecond.
__device__ unsigned long long next_tick() {
  const unsigned long long before = nanoseconds();
  unsigned long long now = before;
  while (now == before) {
    now = nanoseconds();
  }
  return now;
}

__global__ void count_cycles(float* c, int m, int n) {
  const unsigned long long start = next_tick();
  const long long first_cycle = clock64();
  unsigned long long end = start;
  while (end - start < kNanoseconds) {
    end = next_tick();
  }
  const long long cycles = clock64() - first_cycle;
  for (int row = threadIdx.x; row < m; row += blockDim.x) {
    c[row * n] = float(cycles);
    c[row * n + 1] = float(end - start);
  }
}

}  // namespace

extern "C" void matmul(const float*, const float*, float* c, int m, int n, int) {
  count_cycles<<<1, 32>>>(c, m, n);
}
