// A module's host code may use all of C++.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
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
