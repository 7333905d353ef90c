#include "grader/stand_in/device.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <type_traits>

#include "grader/stand_in/driver.h"

namespace gemmlab::stand_in {
namespace {

// Four rows at a time, of which sixteen columns stay in registers.
#ifdef __x86_64__
[[gnu::target_clones("avx2", "default")]]
#endif
void compute_rows(const Product& product, std::size_t first, std::size_t last) {
  typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));
  const std::size_t n = product.n, k = product.k;
  const std::size_t whole_rows = last - (last - first) % 4, whole_columns = n - n % 16;
  for (std::size_t col = 0; col < whole_columns; col += 16) {
    for (std::size_t row = first; row < whole_rows; row += 4) {
      const float* const a = product.a + row * k;
      Eight sums[4][2] = {};
      for (std::size_t p = 0; p < k; ++p) {
        const Eight* const b = reinterpret_cast<const Eight*>(product.b + p * n + col);
        for (std::size_t i = 0; i < 4; ++i) {
          sums[i][0] += a[i * k + p] * b[0];
          sums[i][1] += a[i * k + p] * b[1];
        }
      }
      for (std::size_t i = 0; i < 4; ++i) {
        std::memcpy(product.c + (row + i) * n + col, sums[i], sizeof sums[i]);
      }
    }
  }
  for (std::size_t row = first; row < last; ++row) {
    const std::size_t begin = row < whole_rows ? whole_columns : 0;
    float* __restrict c = product.c + row * n;
    std::fill(c + begin, c + n, 0.0f);
    for (std::size_t p = 0; p < k; ++p) {
      const float* __restrict b = product.b + p * n;
      const float a = product.a[row * k + p];
      for (std::size_t col = begin; col < n; ++col) {
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

// The same product in a block that begins elsewhere.
Product moved(const Product& product, std::intptr_t bytes) {
  const auto move = [&](auto*& pointer) {
    pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(
        reinterpret_cast<std::intptr_t>(pointer) + bytes);
  };
  Product result = product;
  move(result.a);
  move(result.b);
  move(result.c);
  return result;
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

// The table of pending products lies behind the memory itself.
CuResult Device::create(CuMemory* memory, std::size_t bytes) {
  if (++count_ == machine_.whole("failing_allocation") || bytes > free_bytes()) {
    return kOutOfMemory;
  }
  const int file = memfd_create("stand-in", MFD_CLOEXEC);
  *memory = CuMemory(file);
  created_[*memory] = bytes;
  used_bytes_ += bytes;
  return ftruncate(file, off_t(bytes + sizeof(SharedBlock::Table))) == 0 ? 0 : kOutOfMemory;
}

CuResult Device::destroy(CuMemory memory) {
  used_bytes_ -= created_[memory];
  created_.erase(memory);
  return close(int(memory)) == 0 ? 0 : 1;
}

CuResult Device::map(CuPointer at, std::size_t bytes, CuMemory memory) {
  constexpr int kAccess = PROT_READ | PROT_WRITE;
  auto* const begin = reinterpret_cast<char*>(at);
  void* const table =
      mmap(nullptr, sizeof(SharedBlock::Table), kAccess, MAP_SHARED, int(memory), off_t(bytes));
  if (table == MAP_FAILED ||
      mmap(begin, bytes, kAccess, MAP_SHARED | MAP_FIXED, int(memory), 0) == MAP_FAILED) {
    return 1;
  }
  blocks_.push_back({begin, bytes, static_cast<SharedBlock::Table*>(table)});
  return 0;
}

CuResult Device::unmap(CuPointer at) {
  std::erase_if(blocks_, [&](const SharedBlock& block) {
    return block.begin == reinterpret_cast<char*>(at) &&
           munmap(block.table, sizeof *block.table) == 0;
  });
  return 0;
}

void Device::launch(const Product& product, double seconds) {
  forget(product.c, sizeof(float) * product.m * product.n);
  end_ = end_of_kernels() +
         std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(seconds));
  const auto block =
      std::ranges::find_if(blocks_, [&](const SharedBlock& each) { return each.holds(product.c); });
  if (block == blocks_.end()) {
    products_.push_back(product);
  } else {
    SharedBlock::Table& table = *block->table;
    table.count = std::min(table.count, SharedBlock::kMostPending - 1);
    table.pending[table.count++] = {moved(product, -reinterpret_cast<std::intptr_t>(block->begin)),
                                    end_.time_since_epoch().count()};
  }
}

Device::Time Device::end_of_kernels() const {
  return std::max(end_, std::chrono::steady_clock::now());
}

CuResult Device::wait() {
  while (pending_error_ == kNeverEnds) {
    pause();
  }
  if (waits_) {
    std::this_thread::sleep_until(end_);
  }
  broken_ = broken_ != 0 ? broken_ : pending_error_;
  return broken_;
}

void Device::drop_if(const std::function<bool(const Product&, bool)>& is_done) {
  std::erase_if(products_, [&](const Product& each) { return is_done(each, true); });
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  for (const SharedBlock& block : blocks_) {
    SharedBlock::Table& table = *block.table;
    const auto begin = reinterpret_cast<std::intptr_t>(block.begin);
    auto* const end = std::remove_if(table.pending, table.pending + table.count,
                                     [&](const SharedBlock::Pending& each) {
                                       return is_done(moved(each.product, begin), each.end <= now);
                                     });
    table.count = int(end - table.pending);
  }
}

void Device::compute(const void* from, std::size_t bytes) {
  drop_if([&](const Product& each, bool has_ended) {
    const auto [first, last] = rows_in(each, from, bytes);
    if (has_ended) {
      compute_rows(each, first, last);
    }
    return has_ended && last - first == std::size_t(each.m);
  });
}

void Device::compute_all() {
  drop_if([](const Product& each, bool) {
    compute_rows(each, 0, each.m);
    return true;
  });
}

void Device::forget(const void* from, std::size_t bytes) {
  drop_if([&](const Product& each, bool) {
    const auto [first, last] = rows_in(each, from, bytes);
    return first < last;
  });
}

}  // namespace gemmlab::stand_in
