// The stand-in's GPU: memory, running kernels, and a clock.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "grader/stand_in/machine.h"
#include "grader/worker/cuda_driver.h"

namespace gemmlab::stand_in {

// C = A * B, launched but not yet computed.
struct Product {
  const float *a, *b;
  float* c;
  int m, n, k;
};

// Memory that processes share, mapped at one place in each, and the products whose results go
// there: whoever reads a result computes it, but only after the time at which the GPU would have
// had it.
struct SharedBlock {
  struct Pending {
    Product product;  // with offsets from the start of the block as pointers
    std::int64_t end = 0;
  };
  static constexpr int kMostPending = 256;
  struct Table {
    int count = 0;
    Pending pending[kMostPending] = {};
  };

  char* begin = nullptr;
  std::size_t bytes = 0;
  Table* table = nullptr;

  bool holds(const void* at) const { return at >= begin && at < begin + bytes; }
};

class Device {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit Device(const Machine& machine) : machine_(machine) {}

  CuResult allocate(CuPointer* pointer, std::size_t bytes);
  CuResult release(CuPointer pointer);
  std::size_t free_bytes() const;

  CuResult create(CuMemory* memory, std::size_t bytes);
  CuResult destroy(CuMemory memory);
  CuResult map(CuPointer at, std::size_t bytes, CuMemory memory);
  CuResult unmap(CuPointer at);

  void launch(const Product& product, double seconds);
  void wait_for_nothing() { waits_ = false; }
  void end_with(int error) { pending_error_ = error; }

  // Waits until all kernels have ended; their error remains for every later call.
  CuResult wait();

  // Computes pending results in these bytes; or all of them.
  void compute(const void* from, std::size_t bytes);
  void compute_all();
  // Drops products whose results would go to these bytes, which are about to be overwritten.
  void forget(const void* from, std::size_t bytes);

  // The end time of the kernels launched so far.
  Time end_of_kernels() const;

 private:
  // Calls `is_done` for each pending product, and drops those for which it returns true.
  void drop_if(const std::function<bool(const Product&, bool has_ended)>& is_done);

  const Machine& machine_;
  std::map<CuPointer, std::size_t> allocations_;
  std::vector<SharedBlock> blocks_;
  std::map<CuMemory, std::size_t> created_;
  bool waits_ = true;
  std::size_t used_bytes_ = 0;
  int count_ = 0;  // of allocations
  std::vector<Product> products_;
  Time end_{};
  int pending_error_ = 0;
  CuResult broken_ = 0;
};

}  // namespace gemmlab::stand_in
