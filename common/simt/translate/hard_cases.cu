// Everything that is hard to translate, in one file that also compiles with nvcc. Each launch sets
// one element of c to 1 + its index; text without <<<>>> only looks like a launch. Its layout is
// part of the test.
// clang-format off
#include <gemmlab/matmul.h>

#include <cstdio>

// k<<<1, 2>>>(x) in a comment
const char* text = "k<<<1,2>>>(x)";
const char* raw_text = R"(a<<<1>>>(
__syncthreads(b))";

namespace ns {

template <int N, class T>
__global__ void stage(T* c, int i) {
  extern __shared__ T dynamic[];
  __shared__ T one[N], two[N][2];
  if (threadIdx.x < N) {
    one[threadIdx.x] = i;
    two[threadIdx.x][1] = one[threadIdx.x] + 1;
    dynamic[threadIdx.x] = two[threadIdx.x][1];
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    c[i] = dynamic[N - 1];
  }
}

}  // namespace ns

extern __shared__ float of_the_file[];
__global__ void file_scope(float* c, int i) {
  of_the_file[1] = i + 1;
  c[i] = of_the_file[1];
}

__global__ void reinterpreted(float* c, int i) {
  extern __shared__ __align__(16) unsigned char bytes[];
  float* words = reinterpret_cast<float*>(bytes);
  words[0] = i;
  float4* quads = (float4*)bytes;
  quads->y = 1;
  c[i] = words[0] + words[1];
}

struct Pair {
  float first, second;
};
__global__ void shared_struct(float* c, int i) {
  extern __shared__ Pair pair[];
  __shared__ alignas(16) float quad[4];
  static __shared__ struct { int i; } unnamed;
  unnamed.i = i;
  *reinterpret_cast<float4*>(quad) = make_float4(1, 2, 3, 4);
  pair[0] = {float(unnamed.i), quad[0]};
  c[i] = pair[0].first + pair[0].second;
}

__global__ void __launch_bounds__(32) plain(float* c, int i) {
  if (threadIdx.x == 0) {
    c[i] = i + 1;
  }
}

__global__ void counts(float* c, int i) {
  const int threads = __syncthreads_count(threadIdx.x < 8);
  if (threadIdx.x == 0) {
    c[i] = i + threads / 8;
  }
}

struct Place {
  int first, second;
};
// The arguments of both are unknown until the call.
template <class T>
__global__ void deduced(T* c, const float* bias, Place place) {
  c[place.first] = (bias == nullptr ? place.second : 0) + 1;
}
__global__ void overloaded(float* c, const float* bias, Place place) {
  c[place.first] = (bias == nullptr ? place.second : 0) + 1;
}
__global__ void overloaded(float* c, Place place, int i) {
  c[place.first + i] = place.first + place.second + 1;
}

#define LAUNCH(kernel, grid, block, ...)   \
  do {                                     \
    kernel<<<grid, block>>>(__VA_ARGS__); \
  } while (0)
#define CONFIGURATION <<<1, 32>>>
#define SPLIT \
  plain       \
      <<<1, 1>>>

template <class Kernel>
void launch_any(Kernel kernel, float* c, int i) {
  kernel<<<1, 1, 64>>>(c, i);
}

struct Runner {
  float* c;
  void run(int i) {
    ns::stage<16, float><<<dim3(1), dim3(32, 1), 64 * sizeof(float)>>>(c, (3 > 2) ? i : 5);
  }
};

using Kernel = void (*)(float*, int);
Kernel pick(bool second) { return second ? file_scope : plain; }

extern "C" void matmul(const float*, const float*, float* c, int m, int n, int k) {
  ns::stage<(16 > 8 ? 8 : 4), float><<<{unsigned(n + 15) / 16, 1, 1}, {32}, 256>>>(c, 0);
  ns ::stage < 4, float > <<< dim3((n + 15) / 16),
      dim3(32), 128 >>> (c,
      1);
  LAUNCH(plain, 1, 32, c, 2);
  Kernel pointer = plain;
  pointer<<<1, 1, 16>>>(c, 3);
  (*pointer)<<<1, 1, 16>>>(c, 4);
  Kernel table[2] = {plain, reinterpreted};
  table[1]<<<1, 1, 64, 0>>>(c, 5);
  launch_any(file_scope, c, 6);
  launch_any(shared_struct, c, 7);
  Runner{c}.run(8);
  [&] { plain<<<1, 1>>>(c, 9); }();
  if (m > 0) plain<<<1, 1>>>(c, 10); else reinterpreted<<<1, 1, 64>>>(c, 10);
  if (k < 0) plain<<<1, 1>>>(c, 0); else (*pointer)<<<1, 1>>>(c, 11);
  plain CONFIGURATION(c, 12);
  SPLIT(c, 13);
  pick(true)<<<1, 1, 16>>>(c, 14);
  ::counts<<<1, 32>>>(c, 15);
  deduced<<<1, 1>>>(c, NULL, {n, 16});
  overloaded<<<1, 1>>>(c, NULL, {
    n + 1,
    17
  });
  overloaded<<<1, 1>>>(c, {n + 2, 0}, NULL);
}
