#include "common/simt/memory/arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <ranges>
#include <type_traits>
#include <utility>

#include "common/simt/memory/pages.h"
#include "common/simt/memory/unwritten.h"

namespace simt {
namespace {

constexpr u64 kAlignment = 256;      // cudaMalloc's
constexpr u64 kMaxMargin = 1 << 20;  // readable around an allocation, so an overrun can continue

u64 margin(unsigned slot_shift) {
  return std::min(kMaxMargin, (u64{1} << slot_shift) / 8);
}

}  // namespace

Arena::Arena() {
  // The small sizes are for machines that limit address space (ulimit -v).
  constexpr struct {
    unsigned slot_shift;
    u64 slots;
  } kSizes[] = {{32, 1024}, {32, 128}, {28, 256}, {26, 128}, {24, 128}, {22, 128}, {22, 32}};
  for (const auto& size : kSizes) {
    if (reserve(size.slot_shift, size.slots)) {
      const u64 memory = static_cast<u64>(sysconf(_SC_PHYS_PAGES)) * page_bytes();
      capacity_ = std::min(bytes_, memory / 8);
      extents_.resize(size.slots);
      owner_.assign(size.slots, -1);
      return;
    }
  }
  throw std::bad_alloc();
}

bool Arena::reserve(unsigned slot_shift, u64 slots) {
  const u64 slot = u64{1} << slot_shift;
  bytes_ = slot * slots;
  slot_shift_ = slot_shift;
  const u64 raw = reserve_addresses(bytes_ + slot);
  if (raw == 0) {
    return false;
  }
  begin_ = (raw + slot - 1) & ~(slot - 1);
  // Return the parts that alignment did not need.
  if (begin_ > raw) {
    munmap(reinterpret_cast<void*>(raw), begin_ - raw);
  }
  munmap(reinterpret_cast<void*>(begin_ + bytes_), raw + slot - begin_);
  bool complete = true;
  shadow_.for_each([&](auto*& row, u64 each) {
    const u64 bytes = bytes_ / 4 / each * sizeof(*row);
    row = reinterpret_cast<std::decay_t<decltype(row)>>(reserve_addresses(bytes));
    complete = complete && row != nullptr;
  });
  if (!complete) {
    release();
  }
  return complete;
}

void Arena::release() {
  shadow_.for_each([&](auto*& row, u64 each) {
    if (row != nullptr) {
      munmap(row, bytes_ / 4 / each * sizeof(*row));
      row = nullptr;
    }
  });
  if (begin_ != 0) {
    munmap(reinterpret_cast<void*>(begin_), bytes_);
    begin_ = 0;
  }
}

u64 Arena::find_slots(u64 count) const {
  const u64 slots = extents_.size();
  for (u64 tried = 0; tried < slots; ++tried) {
    const u64 first = (next_slot_ + tried) % slots;
    const auto begin = extents_.begin() + static_cast<std::ptrdiff_t>(first);
    if (first + count <= slots &&
        std::all_of(begin, begin + static_cast<std::ptrdiff_t>(count),
                    [](const AddressRange& extent) { return extent.end == 0; })) {
      return first;
    }
  }
  return slots;
}

// Calls visit(begin, end) for the allocation with its margins, and for its cells.
template <class Visit>
void Arena::for_each_range(const Allocation& allocation, Visit visit) {
  const u64 around = margin(slot_shift_);
  const u64 first = cell(allocation.begin), last = cell(allocation.end() + 3);
  visit(allocation.begin - around, allocation.end() + around);
  shadow_.for_each([&](auto* row, u64 each) {
    visit(reinterpret_cast<u64>(row + first / each), reinterpret_cast<u64>(row + last / each + 1));
  });
}

void* Arena::allocate(u64 bytes, Allocation description) {
  const u64 around = margin(slot_shift_);
  if (bytes > capacity_ || live_bytes_ > capacity_ - bytes) {
    return nullptr;
  }
  const u64 slot = u64{1} << slot_shift_;
  const u64 count = (bytes + 2 * around + kAlignment + slot - 1) >> slot_shift_;
  const u64 first = find_slots(count);
  if (first == extents_.size()) {
    return nullptr;
  }
  description.begin = begin_ + (first << slot_shift_) + around;
  description.bytes = bytes;
  description.live = true;
  bool open = true;
  for_each_range(description, [&](u64 begin, u64 end) { open = open && open_pages(begin, end); });
  if (!open) {
    return nullptr;
  }
  std::fill_n(reinterpret_cast<u32*>(description.begin), (bytes + 3) / 4, kUnwrittenBits);
  for (u64 i = first; i < first + count; ++i) {
    extents_[i] = {description.begin, description.end()};
    owner_[i] = static_cast<int>(allocations_.size());
  }
  next_slot_ = (first + count) % extents_.size();
  live_bytes_ += bytes;
  allocations_.push_back(std::move(description));
  return reinterpret_cast<void*>(allocations_.back().begin);
}

void Arena::retire(Allocation* allocation) {
  // Slots never share a page of cells: a slot is at least 4 MiB.
  for_each_range(*allocation, close_pages);
  for (AddressRange& extent : extents_) {
    if (extent.begin == allocation->begin) {
      extent = {};
    }
  }
  allocation->live = false;
  live_bytes_ -= allocation->bytes;
}

void Arena::set_use(u64 begin, Allocation::Use use) {
  const int owner = owner_[(begin - begin_) >> slot_shift_];
  if (owner < 0 || allocations_[static_cast<size_t>(owner)].begin != begin) {
    return;
  }
  Allocation& allocation = allocations_[static_cast<size_t>(owner)];
  allocation.use = use;
  for (AddressRange& extent : extents_) {
    if (extent.begin == begin) {
      extent.end = use == Allocation::Use::allowed ? allocation.end() : begin;
    }
  }
}

bool Arena::free(void* address) {
  const u64 begin = reinterpret_cast<u64>(address);
  const auto found =
      std::ranges::find_if(allocations_, [&](const auto& a) { return a.live && a.begin == begin; });
  if (found == allocations_.end()) {
    return false;
  }
  retire(&*found);
  return true;
}

void Arena::free_all(const std::function<bool(const Allocation&)>& keep) {
  std::vector<Allocation> kept;
  for (Allocation& allocation : allocations_) {
    if (allocation.live && keep && keep(allocation)) {
      kept.push_back(allocation);
    } else if (allocation.live) {
      retire(&allocation);
    }
  }
  allocations_ = std::move(kept);
  next_slot_ = 0;
  for (size_t slot = 0; slot < owner_.size(); ++slot) {
    const auto owner = std::ranges::find_if(allocations_, [&](const auto& a) {
      return extents_[slot].end != 0 && a.begin == extents_[slot].begin;
    });
    owner_[slot] =
        owner == allocations_.end() ? -1 : static_cast<int>(owner - allocations_.begin());
  }
}

const Allocation* Arena::near(u64 address) const {
  if (!contains(address)) {
    return nullptr;
  }
  const int owner = owner_[(address - begin_) >> slot_shift_];
  return owner < 0 ? nullptr : &allocations_[static_cast<size_t>(owner)];
}

bool Arena::holds(u64 address, u64 bytes) const {
  const Allocation* allocation = near(address);
  return allocation != nullptr && allocation->live && allocation->use == Allocation::Use::allowed &&
         address >= allocation->begin && bytes <= allocation->bytes &&
         address - allocation->begin <= allocation->bytes - bytes;
}

// With its margins.
AddressRange Arena::pages_of(const Allocation& allocation) const {
  const u64 around = margin(slot_shift_);
  return {page_down(allocation.begin - around), page_up(allocation.end() + around)};
}

void Arena::protect(int access) {
  for (const Allocation& allocation : allocations_) {
    if (allocation.live && !allocation.managed) {
      const AddressRange pages = pages_of(allocation);
      mprotect(reinterpret_cast<void*>(pages.begin), pages.end - pages.begin, access);
    }
  }
}

void Arena::open() {
  if (!std::exchange(is_open_, true)) {
    protect(PROT_READ | PROT_WRITE);
  }
}

void Arena::close() {
  if (std::exchange(is_open_, false)) {
    protect(PROT_NONE);
  }
}

bool Arena::is_closed_at(u64 address) const {
  const Allocation* const allocation = is_open_ ? nullptr : near(address);
  return allocation != nullptr && allocation->live && !allocation->managed &&
         pages_of(*allocation).contains(address);
}

void Arena::mark(u64 address, u64 bytes, Writer writer) {
  const u64 first = cell(address), last = cell(address + bytes + 3);
  std::fill(shadow_.written + first, shadow_.written + last, static_cast<u64>(writer));
}

bool Arena::was_stored_to(const Allocation& allocation) const {
  return std::any_of(shadow_.written + cell(allocation.begin),
                     shadow_.written + cell(allocation.end() + 3),
                     [](u64 cell) { return last_writer(cell) > static_cast<u64>(Writer::device); });
}

u64 Arena::written_at_first(const Allocation& allocation) const {
  u64 bytes = 0;
  while (bytes < allocation.bytes &&
         last_writer(shadow_.written[cell(allocation.begin + bytes)]) != 0) {
    bytes += 4;
  }
  return bytes;
}

void Arena::forget_accesses() {
  for (const Allocation& allocation : allocations_ | std::views::filter(&Allocation::live)) {
    const u64 first = cell(allocation.begin), last = cell(allocation.end() + 3);
    for (u64 c = first; c < last; ++c) {
      shadow_.written[c] =
          std::min(last_writer(shadow_.written[c]), static_cast<u64>(Writer::device));
      shadow_.read[c] = 0;
      shadow_.settled[c / GlobalShadow::kGroup] = 0;
    }
  }
}

}  // namespace simt
