// Atomics, all used correctly except one.
#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

__global__ void add_ones(int* shared_sum, float* float_sum, int* largest, unsigned* wrapped) {
  __shared__ int sum;
  if (threadIdx.x == 0) {
    sum = 0;
  }
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(shared_sum, sum);
  }
  atomicAdd(float_sum, 0.5f);
  atomicMax(largest, static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x));
  atomicInc(wrapped, 9);
}
CASE(atomics) {
  cudaMemset(c, 0, 16);
  add_ones<<<8, 96>>>(reinterpret_cast<int*>(c), c + 1, reinterpret_cast<int*>(c + 2),
                      reinterpret_cast<unsigned*>(c + 3));
  int sum, largest;
  unsigned wrapped;
  float halves;
  cudaMemcpy(&sum, c, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&halves, c + 1, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&largest, c + 2, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&wrapped, c + 3, 4, cudaMemcpyDeviceToHost);
  const float results[] = {static_cast<float>(sum), halves, static_cast<float>(largest),
                           static_cast<float>(wrapped)};
  cudaMemcpy(c, results, sizeof results, cudaMemcpyHostToDevice);
}

// The other types, scopes and operations; each thread of 64 takes part.
__global__ void update_all(float* c, unsigned long long* wide, unsigned* bits, double* sum) {
  const unsigned t = threadIdx.x;
  atomicAdd(reinterpret_cast<float2*>(c), make_float2(1.0f, 2.0f));
  atomicAdd(reinterpret_cast<float4*>(c + 4), make_float4(1.0f, 2.0f, 3.0f, 4.0f));
  atomicAdd(sum, 0.25);
  atomicAdd_system(&wide[0], 1ull << 33);
  atomicMin(&wide[1], 1000ull - t);
  atomicMax_block(&wide[2], 5000000000ull + t);
  atomicOr(&wide[3], 1ull << t);
  atomicAnd_block(&bits[0], ~(1u << t % 16));
  atomicXor_system(&bits[1], 1u << t % 32);
  atomicSub_block(&bits[2], 2);
  atomicDec(&bits[3], 100);
  atomicInc_system(&bits[4], 9);
  for (unsigned seen = atomicAdd(&bits[5], 0), before = seen + 1; before != seen;) {
    before = seen;
    seen = atomicCAS_block(&bits[5], before, before + 3);
  }
}
CASE(all_atomics) {
  cudaMemset(c, 0, 160);
  auto* wide = reinterpret_cast<unsigned long long*>(c + 8);
  auto* bits = reinterpret_cast<unsigned*>(c + 16);
  cudaMemset(wide + 1, 0xff, 8);
  cudaMemset(bits, 0xff, 4);
  update_all<<<1, 64>>>(c, wide, bits, reinterpret_cast<double*>(c + 24));
  unsigned long long on_host[4];
  unsigned few[6];
  double sum;
  cudaMemcpy(on_host, wide, sizeof on_host, cudaMemcpyDeviceToHost);
  cudaMemcpy(few, bits, sizeof few, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, c + 24, sizeof sum, cudaMemcpyDeviceToHost);
  const float results[] = {static_cast<float>(on_host[0] >> 33),
                           static_cast<float>(on_host[1]),
                           static_cast<float>(on_host[2] - 5000000000ull),
                           on_host[3] == ~0ull ? 1.0f : 0.0f,
                           static_cast<float>(few[0] >> 16) - static_cast<float>(few[0] & 0xffff),
                           static_cast<float>(few[1]),
                           static_cast<float>(-static_cast<int>(few[2])),
                           static_cast<float>(few[3]),
                           static_cast<float>(few[4]),
                           static_cast<float>(few[5]),
                           static_cast<float>(sum)};
  cudaMemcpy(c + 8, results, sizeof results, cudaMemcpyHostToDevice);
}

// One thread does a plain store to a variable that others update atomically.
__global__ void mixed(int* counter) {
  if (threadIdx.x == 0) {
    *counter = 0;
  }
  atomicAdd(counter, 1);
}
CASE(atomic_against_plain) {
  mixed<<<1, 64>>>(reinterpret_cast<int*>(c));
}

// The loop from CUDA's own guide, which begins with a plain read.
__global__ void add_by_swaps(const float* a, int* sum) {
  int seen = *sum, before;
  do {
    before = seen;
    seen = atomicCAS(sum, before, __float_as_int(__int_as_float(before) + a[threadIdx.x]));
  } while (seen != before);
}
CASE(swap_loop) {
  cudaMemset(c, 0, 4);
  add_by_swaps<<<4, 64>>>(a, reinterpret_cast<int*>(c));
}
