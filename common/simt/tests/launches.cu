// Launch configurations and calls of the API, right and wrong.
#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

__global__ void touch(float* c) {
  c[0] = 1.0f;
}
__global__ void touch_dynamic(float* c) {
  extern __shared__ float staged[];
  staged[threadIdx.x] = 1.0f;
  c[threadIdx.x] = staged[threadIdx.x];
}

CASE(too_many_threads) {
  touch<<<1, 2048>>>(c);
}
CASE(largest_block) {
  touch<<<1, dim3(32, 32)>>>(c);
}
CASE(no_threads) {
  touch<<<1, 0>>>(c);
}
CASE(no_blocks) {
  touch<<<dim3(4, 0), 32>>>(c);
}
CASE(block_too_deep) {
  touch<<<1, dim3(1, 1, 65)>>>(c);
}
CASE(grid_too_high) {
  touch<<<dim3(1, 65536), 1>>>(c);
}
CASE(too_much_dynamic) {
  touch_dynamic<<<1, 32, 50000>>>(c);
}
CASE(allowed_dynamic) {
  cudaFuncSetAttribute(touch_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  touch_dynamic<<<1, 32, 100000>>>(c);
}
CASE(never_allowed_dynamic) {
  cudaFuncSetAttribute(touch_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 240000);
}

__global__ void large_static(float* c) {
  __shared__ float large[13000];
  large[threadIdx.x] = 1.0f;
  __syncthreads();
  c[threadIdx.x] = large[31 - threadIdx.x];
}
CASE(too_much_static) {
  large_static<<<1, 32>>>(c);
}

// The results of the errors below, which the test reads from c.
static void store(float* c, int i, float value) {
  cudaMemcpy(c + i, &value, sizeof value, cudaMemcpyHostToDevice);
}
CASE(errors_are_remembered_once) {
  touch<<<1, 2048>>>(c);
  const cudaError_t peeked = cudaPeekAtLastError(), first = cudaGetLastError(),
                    second = cudaGetLastError();
  store(c, 0, static_cast<float>(peeked));
  store(c, 1, static_cast<float>(first));
  store(c, 2, static_cast<float>(second));
}

__global__ void fail(float* p) {
  p[threadIdx.x] = 1.0f;
}
CASE(faults_stick) {
  fail<<<1, 32>>>(nullptr);
  const cudaError_t first = cudaDeviceSynchronize(), second = cudaGetLastError(),
                    third = cudaGetLastError();
  cudaDeviceReset();
  store(c, 0, static_cast<float>(first));
  store(c, 1, static_cast<float>(second));
  store(c, 2, static_cast<float>(third));
  touch<<<1, 1>>>(c + 3);
}

CASE(bad_copies) {
  float on_host[64];
  float *p, *q;
  cudaMalloc(&p, 64);
  cudaMemcpy(p, a, 128, cudaMemcpyDeviceToDevice);           // too long
  cudaMemcpy(p, on_host, 64, cudaMemcpyDeviceToHost);        // wrong kind
  cudaMemcpy(on_host, nullptr, 64, cudaMemcpyDeviceToHost);  // null
  cudaFree(p);
  cudaFree(p);                                         // twice
  cudaFree(on_host);                                   // not device memory
  cudaMemcpy(on_host, p, 64, cudaMemcpyDeviceToHost);  // freed
  cudaMalloc(&q, size_t{1} << 50);                     // too large
}

__global__ void store_all(float* c, int at, float3 values) {
  c[at] = values.x;
  c[at + 1] = values.y;
  c[at + 2] = values.z;
}
template <int kFirst, int kSecond>
__global__ void store_two(float* c) {
  c[0] = kFirst;
  c[1] = kSecond;
}
CASE(launches_by_calls) {
  float* to = c;
  int at = 0;
  float3 values{1.0f, 2.0f, 3.0f};
  void* arguments[] = {&to, &at, &values};
  cudaLaunchKernel(store_all, dim3(1), dim3(1), arguments);
  at = 3;
  cudaLaunchKernel((const void*)store_all, 1, 1, arguments, 0, 0);
  at = 6;
  cudaLaunchKernel(reinterpret_cast<const void*>(&store_all), dim3(1), dim3(1), arguments, 0,
                   cudaStreamPerThread);
  to = c + 9;
  const cudaError_t good = cudaLaunchKernel((void*)store_two<4, 5>, dim3(1), dim3(1), arguments);
  const cudaError_t bad = cudaLaunchKernel((void*)store_two<4, 5>, dim3(1), dim3(2000), arguments);
  store(c, 11, static_cast<float>(good));
  store(c, 12, static_cast<float>(bad));
}

__constant__ float factors[2];
CASE(calls_of_experts) {
  int least = 1, greatest = 1, priority = 1, blocks = 0, threads = 0;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 1);
  cudaStreamGetPriority(stream, &priority);
  cudaEventCreate(&event, cudaEventDisableTiming);
  cudaEventRecordWithFlags(event, stream);
  cudaStreamWaitEvent(cudaStreamLegacy, event);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, touch, 0, 256);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, touch);
  const float two[] = {7.0f, 8.0f};
  float back[2] = {}, grid[6] = {1, 2, 3, 4, 5, 6};
  cudaMemcpyToSymbolAsync(factors, two, sizeof two, 0, cudaMemcpyHostToDevice, stream);
  cudaMemcpyFromSymbolAsync(back, factors, sizeof back, 0, cudaMemcpyDeviceToHost, stream);
  float *pitched, *pinned, *seen;
  size_t pitch = 0;
  cudaMallocPitch(&pitched, &pitch, 8, 3);
  cudaMemset2D(pitched, pitch, 0, 8, 3);
  cudaMemset2DAsync(pitched + 1, pitch, 0xff, 4, 2, stream);
  cudaMemcpy2DAsync(grid, 8, pitched, pitch, 8, 3, cudaMemcpyDeviceToHost, stream);
  cudaHostAlloc(&pinned, 4, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&seen, pinned, 0);
  touch<<<1, 1, 0, stream>>>(seen);
  cudaMemPrefetchAsync(pinned, 4, 0, stream);
  cudaStreamSynchronize(stream);
  store(c, 0, priority - greatest);
  store(c, 1, blocks * threads / 132);
  store(c, 2, attributes.maxThreadsPerBlock);
  store(c, 3, back[1]);
  store(c, 4, grid[0] == 0 && grid[1] != grid[1] && grid[3] != grid[3] && grid[5] == 0);
  store(c, 5, *pinned);
  cudaFreeHost(pinned);
  cudaFree(pitched);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
}

__global__ void double_it(float* to) {
  *to = 2 * *to;
}

__global__ void add_one(float* to, const float* from) {
  *to = *from + 1.0f;
}

// Each stores what it has after as few steps as CUDA allows.
CASE(waits_for_nothing) {
  float *managed, *pinned, *own;
  cudaStream_t one, other;
  cudaMallocManaged(&managed, 4);
  cudaMallocHost(&pinned, 4);
  cudaMalloc(&own, 8);
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  const float zeros[2] = {};
  cudaMemcpy(own, zeros, 8, cudaMemcpyHostToDevice);
  *managed = *pinned = 0.0f;
  add_one<<<1, 1>>>(managed, own);
  store(c, 0, *managed + cudaGetLastError());  // 0: asking for an error is no wait
  add_one<<<1, 1, 0, one>>>(own, own);
  cudaMemcpyAsync(pinned, own, 4, cudaMemcpyDeviceToHost, one);
  store(c, 1, *pinned);                                 // 0
  cudaMemcpy(c + 2, own, 4, cudaMemcpyDeviceToDevice);  // 0: waits for no such stream
  add_one<<<1, 1, 0, other>>>(own + 1, own);            // 1: before what is in the first stream
  cudaDeviceSynchronize();
  cudaMemcpy(c + 3, own, 8, cudaMemcpyDeviceToDevice);  // 1, 1
  store(c, 5, *pinned + *managed);                      // 2
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(own);
}

CASE(waits_in_streams) {
  float* own;
  cudaStream_t one, other, blocking;
  cudaEvent_t event;
  cudaMalloc(&own, 12);
  cudaMemset(own, 0, 12);
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaStreamCreate(&blocking);
  cudaEventCreate(&event);
  add_one<<<1, 1, 0, one>>>(own, own);
  cudaEventRecord(event, one);
  cudaStreamWaitEvent(other, event);
  add_one<<<1, 1, 0, other>>>(own + 1, own);
  cudaStreamSynchronize(other);
  cudaMemcpy(c, own, 8, cudaMemcpyDeviceToDevice);  // 1, 2
  add_one<<<1, 1, 0, blocking>>>(own + 2, own + 1);
  add_one<<<1, 1>>>(own, own + 2);
  add_one<<<1, 1, 0, blocking>>>(own, own);
  cudaMemcpy(c + 2, own, 12, cudaMemcpyDeviceToDevice);  // 5, 2, 3
  cudaFreeAsync(own, other);
}

CASE(two_streams_in_no_order) {
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaMemset(c, 0, 4);
  add_one<<<1, 1, 0, one>>>(c, c);
  double_it<<<1, 1, 0, other>>>(c);
}

CASE(bad_calls_of_experts) {
  float* seen;
  float on_host[4];
  cudaStreamDestroy(cudaStreamPerThread);                        // nobody's
  cudaMemset2D(c, 4, 0, 8, 2);                                   // rows overlap
  cudaMemcpy2D(on_host, 8, c, 4, 8, 2, cudaMemcpyDeviceToHost);  // here too
  cudaHostGetDevicePointer(&seen, on_host, 0);                   // not pinned
}

CASE(good_calls) {
  float on_host[64] = {1.0f, 2.0f};
  float *p, *pinned;
  cudaDeviceProp properties;
  cudaEvent_t start, stop;
  cudaStream_t stream;
  int count = 0, device = -1;
  float ms = -1.0f;
  cudaGetDeviceCount(&count);
  cudaSetDevice(0);
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&properties, 0);
  cudaStreamCreate(&stream);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMalloc(&p, sizeof on_host);
  cudaMallocHost(&pinned, sizeof on_host);
  pinned[0] = 3.0f;
  cudaEventRecord(start);
  cudaMemcpyAsync(p, on_host, sizeof on_host, cudaMemcpyHostToDevice, stream);
  touch<<<1, 1, 0, stream>>>(p);
  cudaMemcpy(p + 2, pinned, sizeof(float), cudaMemcpyHostToDevice);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  cudaStreamSynchronize(stream);
  cudaMemcpy(on_host, p, sizeof on_host, cudaMemcpyDefault);
  cudaMemcpy(c, on_host, sizeof on_host, cudaMemcpyHostToDevice);
  store(c, 3, ms >= 0.0f ? 1.0f : 0.0f);
  store(c, 4, static_cast<float>(properties.warpSize));
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(stream);
  cudaFree(p);
  cudaFreeHost(pinned);
}

CASE(frees_what_was_given) {
  store(c, 0, static_cast<float>(cudaFree(a)));
  touch<<<1, 1>>>(a);
}
CASE(resets_what_was_given) {
  cudaDeviceReset();
  cudaGetLastError();
  touch<<<1, 1>>>(c);
}

CASE(leak) {
  float *p, *q;
  cudaMalloc(&p, 100);
  cudaMalloc(&q, 200);
  cudaFree(p);
}

// Host variables keep their values between calls; device variables do not.
static int calls;
__device__ int device_calls;
__global__ void count_on_device(float* c) {
  c[1] = static_cast<float>(++device_calls);
}
CASE(count_calls) {
  static float* kept = nullptr;
  if (kept == nullptr) {
    cudaMalloc(&kept, sizeof(float));
  }
  touch<<<1, 1>>>(kept);
  store(c, 0, static_cast<float>(++calls));
  count_on_device<<<1, 1>>>(c);
}

// __launch_bounds__ at different places.
constexpr int kBound = 64;
__global__ void __launch_bounds__(kBound) bounded(float* c) {
  c[threadIdx.x] = 1.0f;
}
__launch_bounds__(kBound, 2) __global__ void bounded_early(float* c) {
  c[threadIdx.x] = 1.0f;
}
template <int kSide, class T>
__global__ __launch_bounds__(kSide* kSide) void bounded_by_side(T* c) {
  c[threadIdx.y * kSide + threadIdx.x] = 1.0f;
}
template <int kFirst, int kSecond>
struct Larger {
  static constexpr int kThreads = kFirst > kSecond ? kFirst : kSecond;
};
#define BOUNDED_KERNEL(threads) __global__ void __launch_bounds__(threads, 1)
BOUNDED_KERNEL((Larger<kBound, 32>::kThreads)) bounded_by_macro(float* c) {
  c[threadIdx.x] = 1.0f;
}
template <class T>
__global__ void specialised(T* c) {
  c[threadIdx.x] = 1.0f;
}
template <>
__global__ void __launch_bounds__(kBound) specialised<float>(float* c) {
  c[threadIdx.x] = 2.0f;
}
// The parameter hides the name in the bound.
constexpr int n = 32;
__global__ void __launch_bounds__(n) bounded_by_hidden(float* c, int n) {
  c[threadIdx.x] = n;
}
// Each is launched with `threads` and stores the result.
static void launch_bounded(float* c, int threads, bool larger) {
  bounded<<<1, threads>>>(c);
  store(c, 600, static_cast<float>(cudaGetLastError()));
  bounded_early<<<1, threads>>>(c);
  store(c, 601, static_cast<float>(cudaPeekAtLastError()));
  bounded_by_side<8><<<1, larger ? dim3(8, 9) : dim3(8, 8)>>>(c);
  bounded_by_macro<<<1, threads>>>(c);
  specialised<<<1, threads>>>(c);
  void (*pointer)(float*) = bounded;
  pointer<<<1, threads>>>(c);
  void* arguments[] = {&c};
  store(c, 602, cudaLaunchKernel((void*)bounded, dim3(1), dim3(threads), arguments));
}
CASE(bounds_kept) {
  launch_bounded(c, 64, false);
}
CASE(bounds_exceeded) {
  launch_bounded(c, 65, true);
}
CASE(no_bound_of_these) {
  specialised<<<1, 128>>>(reinterpret_cast<int*>(c));
  bounded_by_side<32><<<1, dim3(32, 32)>>>(c);
  bounded_by_hidden<<<1, 128>>>(c, 3);
}
CASE(bounds_are_told) {
  int blocks = 0, threads = 0;
  cudaFuncAttributes attributes;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, bounded_by_side<16, float>);
  cudaFuncGetAttributes(&attributes, bounded);
  store(c, 0, threads);
  store(c, 1, attributes.maxThreadsPerBlock);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 65, 0);
  store(c, 2, blocks);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 64, 0);
  store(c, 3, blocks);
  cudaFuncGetAttributes(&attributes, specialised<int>);
  store(c, 4, attributes.maxThreadsPerBlock);
}

// Launches of a callable that is not a __global__ function: through a pointer, and from a template.
template <class Kernel>
void launch_any(Kernel kernel, float* c) {
  kernel<<<1, 1>>>(c);
}
CASE(indirect_launches) {
  void (*pointer)(float*) = touch;
  pointer<<<1, 1>>>(c);
  launch_any(touch, c + 1);
}
