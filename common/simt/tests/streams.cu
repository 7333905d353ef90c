// What outlives a call, and what has no order.
#include <mutex>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

constexpr int kManyBytes = 100000;

__global__ void touch(float* c) {
  c[0] = 1.0f;
}
__global__ void touch_dynamic(float* c) {
  extern __shared__ float staged[];
  staged[threadIdx.x] = 1.0f;
  c[threadIdx.x] = staged[threadIdx.x];
}
__global__ void other_dynamic(float* c) {
  extern __shared__ float staged[];
  staged[threadIdx.x] = 2.0f;
  c[threadIdx.x] = staged[threadIdx.x];
}
template <class T>
__global__ void of_type(T* c) {
  extern __shared__ float staged[];
  staged[threadIdx.x] = sizeof(T);
  c[threadIdx.x] = static_cast<T>(staged[threadIdx.x]);
}
__global__ void overloaded(float* c) {
  c[0] = 3.0f;
}
__global__ void overloaded(int* c) {
  c[0] = 3;
}

template <class Kernel>
cudaError_t allow(Kernel* kernel, int bytes = kManyBytes) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}

static void store(float* c, int i, float value) {
  cudaMemcpy(c + i, &value, sizeof value, cudaMemcpyHostToDevice);
}

// ---- kept from call to call ----

struct Kept {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  float* buffer = nullptr;
  cudaError_t allowed = cudaErrorUnknown;

  Kept() {
    allowed = allow(other_dynamic);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMalloc(&buffer, 4);
    cudaMemset(buffer, 0, 4);
    cudaEventRecord(event, stream);
  }
};
static Kept kept;

CASE(constructed) {
  other_dynamic<<<1, 32, kManyBytes>>>(c);
  store(c, 32, kept.allowed);
}
CASE(allowed_once) {
  static const cudaError_t once = allow(touch_dynamic);
  store(c, 32, once);
  touch_dynamic<<<1, 32, kManyBytes>>>(c);
}
CASE(allowed_by_call_once) {
  static std::once_flag flag;
  std::call_once(flag, [] { allow(of_type<float>); });
  of_type<float><<<1, 32, kManyBytes>>>(c);
  store(c, 32, 0);
}
CASE(keeps_handles) {
  static cudaStream_t stream = nullptr;
  static cudaEvent_t event = nullptr;
  if (stream == nullptr) {
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
  }
  touch<<<1, 1, 0, stream>>>(c);
  cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  store(c, 32, 0);
}
__global__ void add_to(float* sum) {
  *sum += 1.0f;
}
// What is started at the end of one call is there in the next.
CASE(works_ahead) {
  static cudaStream_t ahead = nullptr;
  static float* sum = nullptr;
  if (ahead == nullptr) {
    cudaStreamCreateWithFlags(&ahead, cudaStreamNonBlocking);
    cudaMalloc(&sum, 4);
    cudaMemset(sum, 0, 4);
  }
  cudaStreamSynchronize(ahead);
  cudaMemcpy(c, sum, 4, cudaMemcpyDeviceToDevice);
  add_to<<<1, 1, 0, ahead>>>(sum);
  store(c, 32, 0);
}

// ---- shared memory, by kernel ----

CASE(allowed_to_another) {
  allow(touch_dynamic);
  other_dynamic<<<1, 32, kManyBytes + 4>>>(c);
  overloaded<<<1, 1, kManyBytes>>>(c);
}
CASE(allowed_to_another_type) {
  allow(of_type<float>);
  of_type<<<1, 32, kManyBytes>>>(reinterpret_cast<int*>(c));
}
CASE(allowed_to_another_by_call) {
  allow(of_type<float>);
  void* arguments[] = {&c};
  cudaLaunchKernel((void*)of_type<unsigned>, dim3(1), dim3(32), arguments, kManyBytes);
}
CASE(allowed_to_another_pointer) {
  void (*pointers[])(float*) = {touch, touch_dynamic};
  allow(pointers[1]);
  pointers[0]<<<1, 1, kManyBytes>>>(c);
}
CASE(allowed_to_each) {
  void (*pointer)(float*) = touch_dynamic;
  allow(pointer);
  pointer<<<1, 32, kManyBytes>>>(c);
  allow(of_type<double>);
  of_type<<<1, 8, kManyBytes>>>(reinterpret_cast<double*>(c + 32));
  void (*of_floats)(float*) = overloaded;
  allow(of_floats);
  overloaded<<<1, 1, kManyBytes>>>(c + 64);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, touch_dynamic);
  store(c, 80, attributes.maxDynamicSharedSizeBytes);
  cudaFuncGetAttributes(&attributes, add_to);
  store(c, 81, attributes.maxDynamicSharedSizeBytes);
}

// ---- handles ----

CASE(destroyed_streams) {
  cudaStream_t stream, other, next;
  cudaEvent_t event;
  unsigned flags;
  int priority;
  cudaEventCreate(&event);
  cudaStreamCreate(&stream);
  other = stream;
  touch<<<1, 1, 0, stream>>>(c);
  cudaStreamDestroy(stream);
  cudaStreamCreate(&next);  // must not be taken for the destroyed one
  touch<<<1, 1, 0, other>>>(c + 1);
  cudaStreamDestroy(other);
  cudaStreamSynchronize(other);
  cudaStreamQuery(other);
  cudaMemcpyAsync(c + 2, a, 4, cudaMemcpyDeviceToDevice, other);
  cudaMemsetAsync(c + 2, 0, 4, other);
  cudaEventRecord(event, other);
  cudaStreamWaitEvent(other, event);
  cudaStreamGetFlags(other, &flags);
  cudaStreamGetPriority(other, &priority);
  float* p = nullptr;
  cudaMallocAsync(&p, 4, other);
  cudaFreeAsync(a, other);
  cudaMemPrefetchAsync(a, 4, 0, other);
}
CASE(invented_handles) {
  const auto stream = reinterpret_cast<cudaStream_t>(0x1234560);
  const auto event = reinterpret_cast<cudaEvent_t>(0x1234560);
  touch<<<1, 1, 0, stream>>>(c);
  cudaStreamSynchronize(stream);
  cudaEventRecord(event);
  cudaEventSynchronize(event);
}
CASE(destroyed_events) {
  cudaEvent_t event, other;
  float ms;
  cudaEventCreate(&event);
  cudaEventCreate(&other);
  cudaEventRecord(event);
  cudaEventRecord(other);
  cudaEventDestroy(event);
  cudaEventDestroy(event);
  cudaEventRecord(event);
  cudaEventQuery(event);
  cudaStreamWaitEvent(nullptr, event);
  cudaEventElapsedTime(&ms, other, event);
  cudaEventSynchronize(nullptr);
  touch<<<1, 1>>>(c);
}
// Destroyed before their work is done: it is done all the same.
CASE(destroyed_early) {
  cudaStream_t one, other;
  cudaEvent_t event;
  cudaEventCreate(&event);
  for (int i = 0; i < 40; ++i) {
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    touch<<<1, 1, 0, one>>>(c + i);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(other, event);
    add_to<<<1, 1, 0, other>>>(c + i);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
  }
  cudaEventRecord(event, nullptr);
  cudaEventDestroy(event);
  cudaDeviceSynchronize();
}
// Each waits for the other's last work, again and again.
CASE(ping_pong) {
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreate(&events[i]);
  }
  cudaMemset(c, 0, 4);
  for (int i = 0; i < 100; ++i) {
    if (i % 3 == 0) {
      add_to<<<1, 1, 0, streams[i % 2]>>>(c);
    } else {
      touch<<<1, 1, 0, streams[i % 2]>>>(c);
    }
    cudaEventRecord(events[i % 2], streams[i % 2]);
    cudaStreamWaitEvent(streams[1 - i % 2], events[i % 2]);
  }
  cudaStreamSynchronize(streams[0]);  // 99 is in the other
  cudaStreamSynchronize(streams[1]);
}

// ---- memory of streams ----

struct TwoStreams {
  cudaStream_t one, other;
  cudaEvent_t event;
  float* p = nullptr;

  TwoStreams() {
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&event);
  }
  void in_order(cudaStream_t first, cudaStream_t second) {
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event);
  }
};

CASE(memory_in_order) {
  TwoStreams s;
  cudaMallocAsync(&s.p, 400, s.one);
  cudaMemsetAsync(s.p, 0, 400, s.one);
  s.in_order(s.one, s.other);
  add_to<<<1, 1, 0, s.other>>>(s.p);
  cudaMemcpyAsync(c, s.p, 4, cudaMemcpyDeviceToDevice, s.other);
  s.in_order(s.other, s.one);
  cudaFreeAsync(s.p, s.one);
  // In one stream, waited for by the host, in the default stream, and by cudaFree.
  cudaMallocAsync(&s.p, 400, s.one);
  touch<<<1, 1, 0, s.one>>>(s.p);
  cudaFreeAsync(s.p, s.one);
  cudaMallocAsync(&s.p, 400, s.other);
  cudaStreamSynchronize(s.other);
  touch<<<1, 1, 0, s.one>>>(s.p);
  cudaStreamSynchronize(s.one);
  cudaFreeAsync(s.p, s.other);
  cudaMallocAsync(&s.p, 400, s.one);
  cudaDeviceSynchronize();
  touch<<<1, 1>>>(s.p);
  cudaFree(s.p);
  cudaStream_t blocking;
  cudaStreamCreate(&blocking);
  cudaMallocAsync(&s.p, 400, blocking);
  touch<<<1, 1>>>(s.p);
  cudaMemcpyAsync(c + 1, s.p, 4, cudaMemcpyDeviceToDevice, blocking);
  cudaFreeAsync(s.p, blocking);
  cudaStreamSynchronize(s.one);
  cudaStreamSynchronize(s.other);
}
CASE(used_before_allocated) {
  TwoStreams s;
  cudaMallocAsync(&s.p, 4, s.one);
  touch<<<1, 1, 0, s.other>>>(s.p);
  cudaStreamSynchronize(s.one);  // too late
  cudaStreamSynchronize(s.other);
}
CASE(used_before_allocated_though_used_there) {
  TwoStreams s;
  cudaMallocAsync(&s.p, 4, s.one);
  touch<<<1, 1, 0, s.one>>>(s.p);
  cudaMemsetAsync(s.p, 0, 4, s.other);
  cudaDeviceSynchronize();
}
CASE(copied_before_allocated) {
  TwoStreams s;
  cudaMallocAsync(&s.p, 4, s.one);
  cudaMemcpy(s.p, a, 4, cudaMemcpyDeviceToDevice);  // waits for no such stream
}
CASE(event_of_an_earlier_place) {
  TwoStreams s;
  s.in_order(s.one, s.other);
  cudaMallocAsync(&s.p, 4, s.one);
  touch<<<1, 1, 0, s.other>>>(s.p);
  cudaDeviceSynchronize();
}
CASE(freed_while_used) {
  TwoStreams s;
  cudaMalloc(&s.p, 4);
  touch<<<1, 1, 0, s.one>>>(s.p);
  cudaFreeAsync(s.p, s.other);
  cudaStreamSynchronize(s.one);
  cudaStreamSynchronize(s.other);
}
CASE(freed_while_copied) {
  TwoStreams s;
  cudaMalloc(&s.p, 4);
  cudaMemcpyAsync(c, s.p, 4, cudaMemcpyDeviceToDevice, s.other);
  cudaFreeAsync(s.p, s.one);
  cudaDeviceSynchronize();
}
CASE(freed_while_waiting) {
  TwoStreams s;
  cudaMalloc(&s.p, 4);
  touch<<<1, 1, 0, s.one>>>(s.p);
  s.in_order(s.other, s.one);  // the wrong way round
  cudaFreeAsync(s.p, s.other);
  cudaDeviceSynchronize();
}
CASE(used_after_it_was_freed) {
  TwoStreams s;
  cudaMallocAsync(&s.p, 4, s.one);
  cudaFreeAsync(s.p, s.one);
  touch<<<1, 1, 0, s.one>>>(s.p);
  cudaStreamSynchronize(s.one);
}
CASE(bad_frees) {
  TwoStreams s;
  cudaMallocAsync(&s.p, 8, s.one);
  cudaFreeAsync(s.p, s.other);    // may come first
  cudaFreeAsync(s.p + 1, s.one);  // not its start
  cudaFreeAsync(s.p, s.one);
  cudaFreeAsync(s.p, s.one);  // twice
  cudaFree(s.p);              // three times
}
