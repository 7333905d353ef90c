#include "grader/protocol/host_matrices.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "grader/core/inputs.h"

namespace gemmlab {
namespace {

std::size_t page() {
  return std::size_t(sysconf(_SC_PAGESIZE));
}

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + page() - 1) / page() * page();
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

MatrixLayout::MatrixLayout(int m, int n, int k, Placement placement) {
  lay_out({std::size_t(m) * k, std::size_t(k) * n, std::size_t(m) * n}, placement);
}

MatrixLayout::MatrixLayout(std::size_t a_elements, std::size_t b_elements, std::size_t c_elements) {
  lay_out({a_elements, b_elements, c_elements}, Placement::flush_start);
}

void MatrixLayout::lay_out(const std::size_t (&elements)[3], Placement placement) {
  Region* regions[3] = {&a, &b, &c};
  for (int i = 0; i < 3; ++i) {
    Region& region = *regions[i];
    region.bytes = elements[i] * sizeof(float);
    region.pages = whole_pages(region.bytes);
    region.pages_at = total;
    region.at = total + (placement == Placement::flush_end ? region.pages - region.bytes : 0);
    total += region.pages;
  }
}

HostMatrices::HostMatrices(std::size_t elements)
    : bytes_(whole_pages(elements * sizeof(float)) + 3 * page()) {
  fd_ = memfd_create("gemmlab-matrices", MFD_CLOEXEC);
  if (fd_ < 0 || ftruncate(fd_, off_t(bytes_)) != 0) {
    fail("cannot make shared memory for the matrices");
  }
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0);
  if (memory == MAP_FAILED) {
    fail("cannot map shared memory for the matrices");
  }
  memory_ = static_cast<unsigned char*>(memory);
}

HostMatrices::~HostMatrices() {
  munmap(memory_, bytes_);
  close(fd_);
}

void HostMatrices::put(const MatrixLayout& layout,
                       const std::vector<float>& a,
                       const std::vector<float>& b) {
  if (layout.total > bytes_) {
    throw std::length_error("these matrices are larger than the shared memory");
  }
  std::memcpy(memory_ + layout.a.at, a.data(), layout.a.bytes);
  std::memcpy(memory_ + layout.b.at, b.data(), layout.b.bytes);
  fill_with_poison(reinterpret_cast<float*>(memory_ + layout.c.at), layout.c.bytes / sizeof(float));
}

std::vector<float> HostMatrices::take_c(const MatrixLayout& layout) const {
  std::vector<float> c(layout.c.bytes / sizeof(float));
  std::memcpy(c.data(), memory_ + layout.c.at, layout.c.bytes);
  return c;
}

MappedMatrices::MappedMatrices(int fd, const MatrixLayout& layout) : layout_(layout) {
  // [guard] a [guard] b [guard] c [guard]; a guard is as wide as any near miss should be.
  const std::size_t guard = 16 * page();
  reserved_bytes_ = layout.total + 4 * guard;
  void* reserved =
      mmap(nullptr, reserved_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    fail("cannot reserve address space for the matrices");
  }
  reserved_ = static_cast<unsigned char*>(reserved);
  const MatrixLayout::Region* regions[3] = {&layout.a, &layout.b, &layout.c};
  for (int i = 0; i < 3; ++i) {
    const auto& region = *regions[i];
    pages_[i] = reserved_ + (i + 1) * guard + region.pages_at;
    const int access = i < 2 ? PROT_READ : PROT_READ | PROT_WRITE;
    if (mmap(pages_[i], region.pages, access, MAP_SHARED | MAP_FIXED, fd, off_t(region.pages_at)) ==
        MAP_FAILED) {
      fail("cannot map the matrices");
    }
    place_[i] = reinterpret_cast<float*>(pages_[i] + (region.at - region.pages_at));
  }
}

MappedMatrices::~MappedMatrices() {
  munmap(reserved_, reserved_bytes_);
}

char MappedMatrices::matrix_at(const void* address, bool* inside) const {
  const auto* at = static_cast<const unsigned char*>(address);
  const MatrixLayout::Region* regions[3] = {&layout_.a, &layout_.b, &layout_.c};
  const std::size_t guard = 16 * page();
  for (int i = 0; i < 3; ++i) {
    if (at >= pages_[i] - guard / 2 && at < pages_[i] + regions[i]->pages + guard / 2) {
      *inside = at >= pages_[i] && at < pages_[i] + regions[i]->pages;
      return "abc"[i];
    }
  }
  *inside = false;
  return 0;
}

}  // namespace gemmlab
