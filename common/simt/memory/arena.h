// Device memory: a separate address range, divided into slots. An allocation begins a slot, so the
// high bits of an address identify the allocation, a bounds check is one comparison, and an overrun
// never hits a neighbour by accident. Each four bytes have shadow cells.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <functional>
#include <vector>

#include "common/facts/place.h"
#include "common/simt/state/integers.h"

namespace simt {

struct Allocation : gemmlab::DeviceBuffer {
  // Of memory that streams allocate and free.
  enum class Use : u8 { allowed, not_yet, no_longer };

  u64 begin = 0;
  bool live = true;
  bool managed = false;    // host code may also use it
  bool pinned = false;     // from cudaMallocHost: host memory that kernels may also use
  Use use = Use::allowed;  // by the running kernel

  u64 end() const { return begin + bytes; }
};

// Who wrote memory last, as the shadow has it; after a kernel's store it is that kernel's, which is
// a larger number.
enum class Writer : u64 { nobody, host, device };

// A cell of `written` whose bytes have cells of their own, elsewhere, holds a number that is larger
// than each touch. It still tells who wrote: all kernels have one number, then.
inline constexpr u64 kAnyKernel = 3;

template <class Cell>
constexpr bool is_split(Cell written) {
  return written >= static_cast<Cell>(~Cell{kAnyKernel});
}
template <class Cell>
constexpr Cell last_writer(Cell written) {
  return is_split(written) ? static_cast<Cell>(~written) : written;
}

// The last accesses to each four bytes of the arena, by (address - arena begin) / 4. See shadow.h.
struct GlobalShadow {
  static constexpr u64 kGroup = 16;  // cells

  u64* written = nullptr;
  u64* read = nullptr;
  u32* value = nullptr;  // last value written
  u16* writer = nullptr;
  u16* reader = nullptr;
  // By group: the first serial of a launch before which all its cells were written and of which
  // several blocks have read each; another read changes none of them. 0 after a write.
  u32* settled = nullptr;

  // Calls visit(row, cells per entry) for each row.
  template <class Visit>
  void for_each(Visit visit) {
    visit(written, 1);
    visit(read, 1);
    visit(value, 1);
    visit(writer, 1);
    visit(reader, 1);
    visit(settled, kGroup);
  }
};

class Arena : boost::noncopyable {
 public:
  Arena();
  ~Arena() { release(); }

  // 256-byte aligned, filled with kUnwrittenBits, and never written according to the shadow. Null
  // if there is no room. Sets the description's begin, bytes and live.
  void* allocate(u64 bytes, Allocation description);
  bool free(void* address);  // false: there is no allocation at the address
  // Whether kernels may use the allocation that begins there.
  void set_use(u64 begin, Allocation::Use use);
  // Frees all except those that `keep` accepts, and forgets earlier freed ones.
  void free_all(const std::function<bool(const Allocation&)>& keep = {});

  // Live memory that is neither managed nor pinned can be accessed only while it is open. It is
  // open at first, and while kernels, copies and the judge's side use it. Host code runs while it
  // is closed: whoever touches it then faults, be it in a library.
  void open();
  void close();
  // Whether an access that faults at this address succeeds once memory is open.
  bool is_closed_at(u64 address) const;

  bool contains(u64 address) const { return address - begin_ < bytes_; }
  // The allocation, possibly freed, whose slots contain the address. Null if there is none.
  const Allocation* near(u64 address) const;
  bool is_in_result(u64 address) const {  // in the matrix C
    const Allocation* const allocation = near(address);
    return allocation != nullptr && gemmlab::is_result(allocation->matrix);
  }
  // Whether all of [address, address + bytes) is in one live allocation.
  bool holds(u64 address, u64 bytes) const;

  // For writes and copies by host code.
  void mark(u64 address, u64 bytes, Writer writer);
  // By a kernel, whatever the value, and not copied over since.
  bool was_stored_to(const Allocation& allocation) const;
  // Bytes written at the start of an allocation, rounded up to four.
  u64 written_at_first(const Allocation& allocation) const;
  // Forgets the writers and readers, but not what was written.
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
  u64 find_slots(u64 count) const;  // consecutive slots, or the number of slots
  template <class Visit>
  void for_each_range(const Allocation& allocation, Visit visit);
  void retire(Allocation* allocation);
  AddressRange pages_of(const Allocation& allocation) const;
  void protect(int access);
  u64 cell(u64 address) const { return (address - begin_) / 4; }

  u64 begin_ = 0, bytes_ = 0, capacity_ = 0, live_bytes_ = 0;
  unsigned slot_shift_ = 0;
  u64 next_slot_ = 0;
  bool is_open_ = true;
  std::vector<AddressRange> extents_;  // per slot: its allocation; empty if there is none
  std::vector<int> owner_;             // per slot: index of its last allocation, or -1
  std::vector<Allocation> allocations_;
  GlobalShadow shadow_;
};

}  // namespace simt
