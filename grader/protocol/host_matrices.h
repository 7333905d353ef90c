// The host matrices of one run, in memory shared by judge and worker.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "common/facts/names.h"

namespace gemmlab {

// The position of a matrix in its pages: directly before or after an unreadable page, so that an
// access one element too far faults.
GEMMLAB_ENUM(Placement, flush_end, flush_start)

// Offsets into the shared memory, in bytes. a, b and c each have their own whole pages.
struct MatrixLayout {
  struct Region {
    std::size_t pages_at = 0;  // start of its pages
    std::size_t pages = 0;     // size of whole pages in bytes
    std::size_t at = 0;        // start of the matrix
    std::size_t bytes = 0;
  };
  std::array<Region, 3> regions;  // of a, b and c
  std::size_t total = 0;

  // From the numbers of elements.
  explicit MatrixLayout(const std::array<std::size_t, 3>& elements,
                        Placement placement = Placement::flush_start);
  MatrixLayout(int m, int n, int k, Placement placement)
      : MatrixLayout({std::size_t(m) * k, std::size_t(k) * n, std::size_t(m) * n}, placement) {}
};

// The judge's side: owns the shared memory. Throws std::system_error if it cannot be created.
class HostMatrices {
 public:
  // Room for any shape with at most this many elements in a, b and c together.
  explicit HostMatrices(std::size_t elements);
  ~HostMatrices();
  HostMatrices(const HostMatrices&) = delete;
  HostMatrices& operator=(const HostMatrices&) = delete;

  int fd() const { return fd_; }

  // Writes a and b, and fills c with the poison from inputs.h.
  void put(const MatrixLayout& layout, const std::vector<float>& a, const std::vector<float>& b);

  // A copy of c. Copy before checking: the worker may still be writing.
  std::vector<float> take_c(const MatrixLayout& layout) const;

 private:
  int fd_ = -1;
  std::size_t bytes_ = 0;
  unsigned char* memory_ = nullptr;
};

// The worker's side: maps the matrices of one layout between unreadable pages, a and b read-only.
class MappedMatrices {
 public:
  MappedMatrices(int fd, const MatrixLayout& layout);
  ~MappedMatrices();
  MappedMatrices(const MappedMatrices&) = delete;
  MappedMatrices& operator=(const MappedMatrices&) = delete;

  const float* a() const { return place_[0]; }
  const float* b() const { return place_[1]; }
  float* c() const { return place_[2]; }

  // The matrix that contains an address or is next to it (its unreadable pages): 'a', 'b' or 'c'; 0
  // if none. `inside`: whether the address is in the matrix's own pages.
  char matrix_at(const void* address, bool* inside) const;

 private:
  unsigned char* reserved_ = nullptr;
  std::size_t reserved_bytes_ = 0;
  MatrixLayout layout_;
  unsigned char* pages_[3] = {};
  float* place_[3] = {};
};

}  // namespace gemmlab
