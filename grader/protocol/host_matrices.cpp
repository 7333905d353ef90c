#include "grader/protocol/host_matrices.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>

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

// pread or pwrite of these bytes, in as many calls as it takes.
template <typename Memory>
void for_all(ssize_t (*call)(int, Memory*, std::size_t, off_t), int fd,
             std::type_identity_t<Memory>* memory, std::size_t bytes, std::size_t at) {
  auto* next = static_cast<std::conditional_t<std::is_const_v<Memory>, const char, char>*>(memory);
  while (bytes > 0) {
    const ssize_t done = call(fd, next, bytes, off_t(at));
    if (done == 0 || (done < 0 && errno != EINTR)) {
      fail("cannot access the shared memory for the matrices");
    }
    const auto count = std::size_t(std::max<ssize_t>(done, 0));
    next += count;
    at += count;
    bytes -= count;
  }
}

}  // namespace

MatrixLayout::MatrixLayout(const std::array<std::size_t, 3>& elements, Placement placement) {
  for (int i = 0; i < 3; ++i) {
    Region& region = regions[i];
    region.bytes = elements[i] * sizeof(float);
    region.area = whole_pages(region.bytes);
    region.area_at = total;
    region.at = total + (placement == Placement::flush_end ? region.area - region.bytes : 0);
    total += region.area;
  }
}

MatrixLayout::MatrixLayout(const std::array<std::size_t, 3>& elements, std::size_t guard) {
  constexpr std::size_t kUnit = 64;
  for (int i = 0; i < 3; ++i) {
    const std::size_t rounded = (elements[i] + kUnit - 1) / kUnit * kUnit;
    const std::size_t area = (rounded + 2 * guard) * sizeof(float);
    regions[i] = {total, area, total + guard * sizeof(float), elements[i] * sizeof(float)};
    total += area;
  }
}

HostMatrices::HostMatrices(std::size_t elements)
    : bytes_(whole_pages(elements * sizeof(float)) + 3 * page()) {
  memory_ = Descriptor(memfd_create("gemmlab-matrices", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  const std::string name = "/proc/self/fd/" + std::to_string(memory_.get());
  if (!memory_.is_open() || ftruncate(memory_.get(), off_t(bytes_)) != 0 ||
      fcntl(memory_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0 ||
      !(workers_ = Descriptor(open(name.c_str(), O_RDWR | O_CLOEXEC))).is_open()) {
    fail("cannot create shared memory for the matrices");
  }
}

void HostMatrices::write_operands(const MatrixLayout& layout, const std::vector<float>& a,
                                  const std::vector<float>& b, const std::vector<float>& c) {
  if (layout.total > bytes_) {
    throw std::length_error("these matrices are larger than the shared memory");
  }
  const auto& [of_a, of_b, of_c] = layout.regions;
  std::vector<float> poison(c.empty() ? of_c.bytes / sizeof(float) : 0);
  fill_with_poison(poison.data(), poison.size());
  for_all(pwrite, memory_.get(), a.data(), of_a.bytes, of_a.at);
  for_all(pwrite, memory_.get(), b.data(), of_b.bytes, of_b.at);
  for_all(pwrite, memory_.get(), (c.empty() ? poison : c).data(), of_c.bytes, of_c.at);
}

std::vector<float> HostMatrices::take(const MatrixLayout& layout, std::size_t from,
                                      std::size_t count) const {
  std::vector<float> elements(count);
  for_all(pread, memory_.get(), elements.data(), count * sizeof(float),
          layout.regions[2].at + from * sizeof(float));
  return elements;
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
    pages_[i] = reserved_ + (i + 1) * guard + region.area_at;
    const int access = i < 2 ? PROT_READ : PROT_READ | PROT_WRITE;
    if (region.area != 0 &&
        mmap(pages_[i], region.area, access, MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd,
             off_t(region.area_at)) == MAP_FAILED) {
      fail("cannot map the matrices");
    }
    place_[i] = reinterpret_cast<float*>(pages_[i] + (region.at - region.area_at));
  }
}

MappedMatrices::~MappedMatrices() {
  munmap(reserved_, reserved_bytes_);
}

char MappedMatrices::matrix_at(const void* address, bool* inside) const {
  const auto* at = static_cast<const unsigned char*>(address);
  for (int i = 0; i < 3; ++i) {
    const unsigned char *const begin = pages_[i], *const end = begin + layout_.regions[i].area;
    if (at >= begin - guard_bytes() / 2 && at < end + guard_bytes() / 2) {
      *inside = at >= begin && at < end;
      return "abc"[i];
    }
  }
  *inside = false;
  return 0;
}

}  // namespace gemmlab
