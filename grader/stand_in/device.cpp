#include "grader/stand_in/device.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "grader/stand_in/driver.h"

namespace gemmlab::stand_in {
namespace {

void compute_rows(const Product& product, std::size_t first, std::size_t last) {
  const std::size_t n = product.n, k = product.k;
  for (std::size_t row = first; row < last; ++row) {
    float* __restrict c = product.c + row * n;
    std::fill_n(c, n, 0.0f);
    for (std::size_t p = 0; p < k; ++p) {
      const float a = product.a[row * k + p];
      const float* __restrict b = product.b + p * n;
      for (std::size_t col = 0; col < n; ++col) {
        c[col] += a * b[col];
      }
    }
  }
}

// The rows of C that are at least partly in these bytes.
std::pair<std::size_t, std::size_t> rows_in(const Product& product, const void* from,
                                            std::size_t bytes) {
  const auto c = reinterpret_cast<std::size_t>(product.c);
  const auto begin = reinterpret_cast<std::size_t>(from), end = begin + bytes;
  const std::size_t row_bytes = sizeof(float) * product.n, size = row_bytes * product.m;
  if (end <= c || begin >= c + size) {
    return {0, 0};
  }
  const std::size_t first = std::max(begin, c) - c, last = std::min(end, c + size) - c;
  return {first / row_bytes, (last + row_bytes - 1) / row_bytes};
}

}  // namespace

CuResult Device::allocate(CuPointer* pointer, std::size_t bytes) {
  constexpr std::size_t kAlignment = 256;
  if (++count_ == machine_.whole("failing_allocation") || bytes > free_bytes()) {
    return kOutOfMemory;
  }
  void* memory = std::aligned_alloc(kAlignment, (bytes / kAlignment + 1) * kAlignment);
  *pointer = reinterpret_cast<CuPointer>(memory);
  allocations_[*pointer] = bytes;
  used_bytes_ += bytes;
  return 0;
}

CuResult Device::release(CuPointer pointer) {
  constexpr CuResult kInvalidValue = 1;
  const auto found = allocations_.find(pointer);
  if (found == allocations_.end()) {
    return kInvalidValue;
  }
  auto* memory = reinterpret_cast<void*>(pointer);
  forget(memory, found->second);
  compute_all();  // another product may read it
  used_bytes_ -= found->second;
  allocations_.erase(found);
  std::free(memory);
  return 0;
}

std::size_t Device::free_bytes() const {
  const std::size_t free = machine_.bytes("free_mib");
  return free - std::min(free, used_bytes_);
}

void Device::launch(const Product& product, double seconds) {
  forget(product.c, sizeof(float) * product.m * product.n);
  products_.push_back(product);
  end_ = end_of_kernels() +
         std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(seconds));
}

Device::Time Device::end_of_kernels() const {
  return std::max(end_, std::chrono::steady_clock::now());
}

CuResult Device::wait() {
  while (pending_error_ == kNeverEnds) {
    pause();
  }
  std::this_thread::sleep_until(end_);
  broken_ = broken_ != 0 ? broken_ : pending_error_;
  return broken_;
}

void Device::compute(const void* from, std::size_t bytes) {
  std::erase_if(products_, [&](const Product& each) {
    const auto [first, last] = rows_in(each, from, bytes);
    compute_rows(each, first, last);
    return last - first == std::size_t(each.m);
  });
}

void Device::compute_all() {
  for (const Product& each : products_) {
    compute_rows(each, 0, each.m);
  }
  products_.clear();
}

void Device::forget(const void* from, std::size_t bytes) {
  std::erase_if(products_, [&](const Product& each) {
    const auto [first, last] = rows_in(each, from, bytes);
    return first < last;
  });
}

}  // namespace gemmlab::stand_in
