// A matrix in the GPU's memory between two guard bands: what a kernel stores outside shows, and
// what it reads there is NaN.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grader/worker/cuda_context.h"

namespace gemmlab {

// All functions throw RequestFailed.
class GuardedMatrix {
 public:
  explicit GuardedMatrix(char name) : name_(name) {}

  // Room for [rows, cols] floats; what it held before is lost.
  void fit(int rows, int cols);

  // Takes over the elements, and renews the guards.
  void fill(const float* from_host);

  void read(float* to_host) const;
  bool differs_from(const float* host) const;

  // What was stored outside of the matrix, as a finding; nothing if the guards are whole.
  std::optional<Finding> strays() const;

  float* data() const { return reinterpret_cast<float*>(memory_ + guard_ * sizeof(float)); }

 private:
  std::size_t elements() const { return std::size_t(rows_) * cols_; }

  char name_;
  int rows_ = 0, cols_ = 0;
  std::size_t guard_ = 0;  // elements of each band
  CuPointer memory_ = 0;
};

}  // namespace gemmlab
