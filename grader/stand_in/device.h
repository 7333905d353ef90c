// The stand-in's GPU: memory, running kernels, and a clock.
#pragma once

#include <chrono>
#include <cstddef>
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

class Device {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit Device(const Machine& machine) : machine_(machine) {}

  CuResult allocate(CuPointer* pointer, std::size_t bytes);
  CuResult release(CuPointer pointer);
  std::size_t free_bytes() const;

  void launch(const Product& product, double seconds);
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
  const Machine& machine_;
  std::map<CuPointer, std::size_t> allocations_;
  std::size_t used_bytes_ = 0;
  int count_ = 0;  // of allocations
  std::vector<Product> products_;
  Time end_{};
  int pending_error_ = 0;
  CuResult broken_ = 0;
};

}  // namespace gemmlab::stand_in
