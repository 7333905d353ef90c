// The host matrices of one run, in memory shared by judge and worker.
#pragma once

#include <array>
#include <boost/core/noncopyable.hpp>
#include <cstddef>
#include <vector>

#include "common/facts/names.h"
#include "grader/process/descriptor.h"

namespace gemmlab {

// The position of a matrix in its pages: directly before or after an unreadable page, so that an
// access one element too far faults.
GEMMLAB_ENUM(Placement, flush_end, flush_start)

// Offsets into shared memory, in bytes. a, b and c each have their own area.
struct MatrixLayout {
  struct Region {
    std::size_t area_at = 0;  // start of its area
    std::size_t area = 0;     // size in bytes, with what surrounds the matrix
    std::size_t at = 0;       // start of the matrix
    std::size_t bytes = 0;
  };
  std::array<Region, 3> regions;  // of a, b and c
  std::size_t total = 0;

  // On the host: whole pages. From the numbers of elements.
  explicit MatrixLayout(const std::array<std::size_t, 3>& elements,
                        Placement placement = Placement::flush_start);
  // On a GPU: between two guard bands of this many elements, a multiple of 64 as in cudaMalloc.
  MatrixLayout(const std::array<std::size_t, 3>& elements, std::size_t guard);
};

// The judge's side: owns the shared memory, whose size nobody can change. The judge never maps it:
// a read or write of a file cannot fault, whatever the worker does to the pages. All throw
// std::system_error.
class HostMatrices {
 public:
  // Room for any shape with at most this many elements in a, b and c together; pages on use.
  explicit HostMatrices(std::size_t elements);

  // For the worker: opened separately, so that its flags are not ours.
  int fd() const { return workers_.get(); }

  // Writes a, b and c; without a c, fills it with the poison from inputs.h.
  void write_operands(const MatrixLayout& layout, const std::vector<float>& a,
                      const std::vector<float>& b, const std::vector<float>& c = {});

  // A copy of elements of c, from this one on. Copy before checking: the worker may still write.
  std::vector<float> take(const MatrixLayout& layout, std::size_t from, std::size_t count) const;
  std::vector<float> take_c(const MatrixLayout& layout) const {
    return take(layout, 0, layout.regions[2].bytes / sizeof(float));
  }

 private:
  Descriptor memory_, workers_;
  std::size_t bytes_ = 0;
};

// The worker's side: maps the matrices of one layout between unreadable pages, a and b read-only.
class MappedMatrices : boost::noncopyable {
 public:
  MappedMatrices(int fd, const MatrixLayout& layout);  // a layout in pages
  ~MappedMatrices();

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
