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

// [guard] a [guard] b [guard] c [guard]: wide enough for any near miss.
std::size_t guard_bytes() {
  return 16 * page();
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

MatrixLayout::MatrixLayout(const std::array<std::size_t, 3>& elements, Placement placement) {
  for (int i = 0; i < 3; ++i) {
    Region& region = regions[i];
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
    fail("cannot create shared memory for the matrices");
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

void HostMatrices::put(const MatrixLayout& layout, const std::vector<float>& a,
                       const std::vector<float>& b) {
  if (layout.total > bytes_) {
    throw std::length_error("these matrices are larger than the shared memory");
  }
  const auto& [of_a, of_b, of_c] = layout.regions;
  std::memcpy(memory_ + of_a.at, a.data(), of_a.bytes);
  std::memcpy(memory_ + of_b.at, b.data(), of_b.bytes);
  fill_with_poison(reinterpret_cast<float*>(memory_ + of_c.at), of_c.bytes / sizeof(float));
}

std::vector<float> HostMatrices::take_c(const MatrixLayout& layout) const {
  const MatrixLayout::Region& region = layout.regions[2];
  std::vector<float> c(region.bytes / sizeof(float));
  std::memcpy(c.data(), memory_ + region.at, region.bytes);
  return c;
}

MappedMatrices::MappedMatrices(int fd, const MatrixLayout& layout) : layout_(layout) {
  const std::size_t guard = guard_bytes();
  reserved_bytes_ = layout.total + 4 * guard;
  void* reserved =
      mmap(nullptr, reserved_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    fail("cannot reserve address space for the matrices");
  }
  reserved_ = static_cast<unsigned char*>(reserved);
  for (int i = 0; i < 3; ++i) {
    const MatrixLayout::Region& region = layout.regions[i];
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
  for (int i = 0; i < 3; ++i) {
    const unsigned char *const begin = pages_[i], *const end = begin + layout_.regions[i].pages;
    if (at >= begin - guard_bytes() / 2 && at < end + guard_bytes() / 2) {
      *inside = at >= begin && at < end;
      return "abc"[i];
    }
  }
  *inside = false;
  return 0;
}

}  // namespace gemmlab
