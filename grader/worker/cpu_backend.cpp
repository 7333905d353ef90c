// Lab 01: the module is an ordinary library and is called directly.
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "grader/core/inputs.h"
#include "grader/worker/backend.h"

namespace gemmlab {
namespace {

class CpuBackend : public Backend {
 public:
  RunReply run(const RunRequest& request, const Entries& entries,
               const MappedMatrices& matrices) override {
    entries.matmul(matrices.a(), matrices.b(), matrices.c(), request.m, request.n, request.k);
    return {};
  }

  float* allocate(std::size_t count) override {
    constexpr std::size_t kAlignment = 256;
    const std::size_t bytes = (count * sizeof(float) + kAlignment - 1) / kAlignment * kAlignment;
    auto* memory = static_cast<float*>(std::aligned_alloc(kAlignment, bytes));
    if (memory == nullptr) {
      refuse({DeviceTrouble::host_memory, 0, bytes, ""});
    }
    return memory;
  }
  void release(float* memory) override { std::free(memory); }
  void write(float* to, const float* from_host, std::size_t count) override {
    std::memcpy(to, from_host, count * sizeof(float));
  }
  void read(float* to_host, const float* from, std::size_t count) override {
    std::memcpy(to_host, from, count * sizeof(float));
  }
  void poison(float* memory, std::size_t count) override { fill_with_poison(memory, count); }
  void touch(const float* memory, std::size_t count) override {
    constexpr std::size_t kPage = 4096 / sizeof(float);
    for (std::size_t at = 0; at < count; at += kPage) {
      static_cast<void>(static_cast<const volatile float*>(memory)[at]);
    }
  }
  void start_clock() override { started_ = std::chrono::steady_clock::now(); }
  double stop_clock() override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

 private:
  std::chrono::steady_clock::time_point started_;
};

}  // namespace

Backend& backend() {
  static CpuBackend cpu;
  return cpu;
}

}  // namespace gemmlab
