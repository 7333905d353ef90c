#include "grader/worker/guarded_matrix.h"

#include <cstring>

#include "grader/core/inputs.h"

namespace gemmlab {
namespace {

// A tile of 32 rows that begins on the last one stays within the band; a multiple of 256 bytes, so
// that matrices are aligned as cudaMalloc aligns them.
std::size_t guard_for(int cols) {
  constexpr std::size_t kUnit = 64, kLeast = 16384;
  return ((kLeast + 32 * std::size_t(cols)) + kUnit - 1) / kUnit * kUnit;
}

}  // namespace

void GuardedMatrix::fit(int rows, int cols) {
  if (rows == rows_ && cols == cols_ && memory_ != 0) {
    return;
  }
  if (memory_ != 0) {
    release_bytes(memory_);
    memory_ = 0;
  }
  rows_ = rows;
  cols_ = cols;
  guard_ = guard_for(cols);
  memory_ = allocate_bytes((elements() + 2 * guard_) * sizeof(float));
}

void GuardedMatrix::fill(const float* from_host) {
  must(driver().fill_words(memory_, kPoisonBits, elements() + 2 * guard_), "cuMemsetD32");
  must(driver().copy_to_device(memory_ + guard_ * sizeof(float), from_host,
                               elements() * sizeof(float)),
       "cuMemcpyHtoD");
}

void GuardedMatrix::read(float* to_host) const {
  must(driver().copy_to_host(to_host, memory_ + guard_ * sizeof(float), elements() * sizeof(float)),
       "cuMemcpyDtoH");
}

bool GuardedMatrix::differs_from(const float* host) const {
  std::vector<float> now(elements());
  read(now.data());
  return std::memcmp(now.data(), host, elements() * sizeof(float)) != 0;
}

std::optional<Finding> GuardedMatrix::strays() const {
  std::vector<float> band(guard_);
  std::size_t strays = 0, farthest = 0;
  bool is_before = false;
  for (const bool before : {false, true}) {
    const CuPointer at = before ? memory_ : memory_ + (guard_ + elements()) * sizeof(float);
    must(driver().copy_to_host(band.data(), at, guard_ * sizeof(float)), "cuMemcpyDtoH");
    for (std::size_t i = 0; i < guard_; ++i) {
      if (!is_poison(band[i])) {
        ++strays;
        is_before = before;
        farthest = std::max(farthest, before ? guard_ - i : i + 1);
      }
    }
  }
  if (strays == 0) {
    return std::nullopt;
  }
  Finding finding;
  finding.kind = FindingKind::out_of_bounds_write;
  finding.fact = StrayStores{std::string(1, name_), rows_, cols_, strays, farthest, is_before};
  return finding;
}

}  // namespace gemmlab
