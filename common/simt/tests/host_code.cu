// A module's host code may use all of C++.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

__global__ void copy(const float* from, float* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    to[i] = from[i];
  }
}

struct Shape {
  virtual ~Shape() = default;
  virtual int blocks(int count) const = 0;
};
struct Wide : Shape {
  int blocks(int count) const override { return (count + 127) / 128; }
};

static const Shape& usual_shape() {
  static const std::shared_ptr<Shape> shape = std::make_shared<Wide>();
  return *shape;
}

CASE(uses_the_library) {
  std::atomic<int> counter{0};
  std::map<std::string, std::vector<float>> rows;
  for (int i = 0; i < 4; ++i) {
    rows["row " + std::to_string(i)].resize(n);
    std::iota(rows.begin()->second.begin(), rows.begin()->second.end(), 1.0f);
    counter.fetch_add(1);
  }
  const std::function<void(float*)> run = [&](float* to) {
    copy<<<usual_shape().blocks(n * n), 128>>>(a, to, n * n);
  };
  run(c);
  const std::vector<float>& first = rows.begin()->second;
  cudaMemcpy(c, first.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  const float count = counter.load();
  cudaMemcpy(c + n, &count, sizeof count, cudaMemcpyHostToDevice);
  std::cout << "ran " << counter << " times" << std::endl;
}

__global__ void through_shared_memory(const float* from, float* to) {
  __shared__ float kept[64];
  kept[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = kept[63 - threadIdx.x];
}
CASE(launches_on_several_threads) {
  through_shared_memory<<<1, 64>>>(a, c);
  cudaDeviceSynchronize();
  std::thread([=] {
    std::thread([=] {
      through_shared_memory<<<1, 64>>>(a, c + 64);
      cudaDeviceSynchronize();
    }).join();
    through_shared_memory<<<1, 64>>>(a, c + 128);
    cudaDeviceSynchronize();
  }).join();
}
CASE(launches_at_once) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([=] {
      for (int i = 0; i < 20; ++i) {
        through_shared_memory<<<1, 64>>>(a, c + 64 * t);
        cudaDeviceSynchronize();
        float* scratch = nullptr;
        cudaMalloc(&scratch, 64);
        cudaFree(scratch);
      }
    });
  }
  for (std::thread& each : threads) {
    each.join();
  }
}

// ---- device memory in code of libraries, and what comes back to the host ----

CASE(library_reads_device_memory) {
  const std::string first(reinterpret_cast<const char*>(a), sizeof(float) * n);
  cudaMemcpy(c, first.data(), first.size(), cudaMemcpyHostToDevice);
}
CASE(library_writes_device_memory) {
  const std::string zeros(sizeof(float) * n, 0);
  zeros.copy(reinterpret_cast<char*>(c), zeros.size());
}
// Another thread tries all the time, also while a kernel runs.
CASE(another_thread_reads_device_memory) {
  std::atomic<bool> is_over{false};
  std::atomic<int> reads{0};
  std::thread other([&] {
    while (!is_over) {
      const std::string first(reinterpret_cast<const char*>(a), sizeof(float) * n);
      reads += first.empty() ? 0 : 1;
    }
  });
  for (int i = 0; i < 20 || reads == 0; ++i) {
    copy<<<n, n>>>(a, c, n * n);
    cudaDeviceSynchronize();
  }
  is_over = true;
  other.join();
}
// Threads of which each holds a lock that the other's calls of CUDA need: nobody waits for ever.
CASE(threads_with_a_common_lock) {
  std::mutex mutex;
  const auto work = [&](float* to) {
    for (int i = 0; i < 10; ++i) {
      const std::lock_guard lock(mutex);
      copy<<<1, n>>>(a, to, n);
      cudaDeviceSynchronize();
    }
  };
  std::thread other(work, c);
  work(c + n);
  other.join();
}
CASE(library_reads_managed_memory) {
  float* kept = nullptr;
  cudaMallocManaged(&kept, sizeof(float) * n);
  copy<<<1, 32>>>(a, kept, n);
  cudaDeviceSynchronize();
  const std::string first(reinterpret_cast<const char*>(kept), sizeof(float) * n);
  cudaMemcpy(c, first.data(), first.size(), cudaMemcpyHostToDevice);
  cudaFree(kept);
}

__device__ float kept_on_device[64];
__global__ void keep(const float* from, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    kept_on_device[i] = from[i];
  }
}
// Six ways, each to a row of c: copies, pinned memory, managed memory, a symbol, a copy between two
// kinds of the device's memory, and one by way of pinned memory.
CASE(looks_at_what_came_back) {
  const std::size_t bytes = sizeof(float) * n;
  std::vector<float> seen(n);
  const auto show = [&](int row, const float* from) {
    cudaMemcpy(c + row * n, from, bytes, cudaMemcpyHostToDevice);
  };
  cudaMemcpy(seen.data(), a, bytes, cudaMemcpyDeviceToHost);
  show(0, seen.data());
  float *pinned = nullptr, *managed = nullptr;
  cudaMallocHost(&pinned, bytes);
  cudaMemcpy(pinned, a, bytes, cudaMemcpyDeviceToHost);
  std::copy_n(pinned, n, seen.data());
  show(1, seen.data());
  cudaMallocManaged(&managed, bytes);
  copy<<<1, 32>>>(a, managed, n);
  cudaDeviceSynchronize();
  std::copy_n(managed, n, seen.data());
  show(2, seen.data());
  keep<<<1, 32>>>(a, n);
  cudaMemcpyFromSymbol(seen.data(), kept_on_device, bytes);
  show(3, seen.data());
  cudaMemcpy(managed, a, bytes, cudaMemcpyDeviceToDevice);
  std::copy_n(managed, n, seen.data());
  show(4, seen.data());
  float* device = nullptr;
  cudaMalloc(&device, bytes);
  copy<<<1, 32>>>(a, pinned, n);
  cudaMemcpy(device, pinned, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(seen.data(), device, bytes, cudaMemcpyDeviceToHost);
  show(5, seen.data());
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaFree(managed);
}
// What the host itself has copied to the device, by two ways and back.
__constant__ float of_host[64];
CASE(looks_at_its_own) {
  const std::size_t bytes = sizeof(float) * n;
  std::vector<float> own(n), seen(n);
  std::iota(own.begin(), own.end(), 1.0f);
  float* device = nullptr;
  cudaMalloc(&device, bytes);
  cudaMemcpy(device, own.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(seen.data(), device, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(c, seen.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(of_host, own.data(), bytes);
  cudaMemcpyFromSymbol(seen.data(), of_host, bytes);
  cudaMemcpy(c + n, seen.data(), bytes, cudaMemcpyHostToDevice);
  cudaFree(device);
}
// Kernels exchange values in managed memory, of which the host changes one.
CASE(kernels_meet_in_managed_memory) {
  float* managed = nullptr;
  cudaMallocManaged(&managed, sizeof(float) * n);
  copy<<<1, 32>>>(a, managed, n);
  cudaDeviceSynchronize();
  managed[1] = 77.0f;
  copy<<<1, 32>>>(managed, c, n);
  cudaDeviceSynchronize();
  c += n;
  copy<<<1, 32>>>(managed, c, n);
  cudaFree(managed);
}
// No end, nothing started, and nothing that the simulator sees.
CASE(computes_endlessly) {
  for (volatile int i = 0; i<n; i = i> 0 ? 0 : 1) {
  }
}
