// Device memory: an address range of its own, cut into slots. An allocation starts a slot, so the
// high bits of an address tell the allocation, bounds are one comparison, and a neighbour is never
// hit by accident. Each four bytes have shadow cells beside them.
#pragma once

#include <functional>
#include <vector>

#include "common/facts/place.h"
#include "common/simt/integers.h"

namespace simt {

struct Allocation : gemmlab::DeviceBuffer {
  u64 begin = 0;
  bool live = true;
  bool managed = false;  // host code may use it too
  bool pinned = false;   // cudaMallocHost'ed: host memory that kernels may use too

  u64 end() const { return begin + bytes; }
};

// Who touched each four bytes of the arena, by (address - arena begin) / 4. See shadow.h.
struct GlobalShadow {
  u64* written = nullptr;
  u64* read = nullptr;
  u32* value = nullptr;  // last written
  u16* writer = nullptr;
  u16* reader = nullptr;

  // Calls visit(row) for each of the five.
  template <class Visit>
  void for_each(Visit visit) {
    visit(written);
    visit(read);
    visit(value);
    visit(writer);
    visit(reader);
  }
};

class Arena {
 public:
  Arena();
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // 256-byte aligned and filled with kUnwrittenBits, never written as far as the shadow knows. Null
  // if there is no room. The description's begin, bytes and live are set here.
  void* allocate(u64 bytes, Allocation description);
  bool free(void* address);  // false: nothing is allocated there
  // All but those that `keep` wants, and forgets what was freed before.
  void free_all(const std::function<bool(const Allocation&)>& keep = {});

  bool contains(u64 address) const { return address - begin_ < bytes_; }
  // The allocation, perhaps freed, in whose slots the address is. Null if it is in none.
  const Allocation* near(u64 address) const;
  // Whether all of [address, address + bytes) is in one live allocation.
  bool holds(u64 address, u64 bytes) const;

  // For host code's writes and copies.
  void mark(u64 address, u64 bytes, bool written);
  // Bytes at the beginning of an allocation that were written, rounded up to four.
  u64 written_at_first(const Allocation& allocation) const;
  // Forgets who wrote and read, but not what was written.
  void forget_accesses();

  const std::vector<Allocation>& allocations() const { return allocations_; }
  u64 live_bytes() const { return live_bytes_; }
  u64 capacity() const { return capacity_; }

  // Plain data for the analyses.
  u64 begin() const { return begin_; }
  u64 size() const { return bytes_; }
  unsigned slot_shift() const { return slot_shift_; }
  const AddressRange* extents() const { return extents_.data(); }
  const GlobalShadow& shadow() const { return shadow_; }

 private:
  bool reserve(unsigned slot_shift, u64 slots);
  void release();
  u64 find_slots(u64 count) const;  // slots in a row, or the number of slots
  bool commit(const Allocation& allocation);
  void retire(Allocation* allocation);
  u64 cell(u64 address) const { return (address - begin_) / 4; }

  u64 begin_ = 0, bytes_ = 0, capacity_ = 0, live_bytes_ = 0;
  unsigned slot_shift_ = 0;
  u64 next_slot_ = 0;
  std::vector<AddressRange> extents_;  // of a slot: its allocation; empty if there is none
  std::vector<int> owner_;             // of a slot: index of its last allocation, or -1
  std::vector<Allocation> allocations_;
  GlobalShadow shadow_;
};

// Shadow cells of the module's __device__ variables: they are global memory too, but lie in the
// module. Never written counts as written, since variables have initial values.
class VariableShadow {
 public:
  VariableShadow() = default;
  ~VariableShadow();
  VariableShadow(const VariableShadow&) = delete;
  VariableShadow& operator=(const VariableShadow&) = delete;

  // Forgets everything; from now on for the variables of `range`.
  void cover(AddressRange range);

  u64 begin() const { return range_.begin; }
  const GlobalShadow& cells() const { return cells_; }

 private:
  void release();

  AddressRange range_;
  GlobalShadow cells_;
};

}  // namespace simt
