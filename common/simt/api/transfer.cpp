#include "common/simt/api/transfer.h"

#include <algorithm>
#include <cstring>

#include "common/simt/state/integers.h"

namespace simt {
namespace {

// The shadow's cell for the four bytes there; null: memory that only the host has.
u64* cell_of(Machine& m, const void* p) {
  const u64 address = reinterpret_cast<u64>(p);
  return m.arena.contains(address) ? m.arena.shadow().written + (address - m.arena.begin()) / 4
         : m.variables.contains(address)
             ? m.variables.cells().written + (address - m.variables.begin()) / 4
             : nullptr;
}

bool is_devices(Machine& m, const void* p) {
  const u64* const cell = cell_of(m, p);
  return cell != nullptr && last_writer(*cell) > static_cast<u64>(Writer::host);
}

// Of a cell that is written in part, the device may still have the rest.
void note_writer(u64& cell, Writer writer, u64 bytes) {
  cell =
      bytes == 4 ? static_cast<u64>(writer) : std::max(last_writer(cell), static_cast<u64>(writer));
}

// Calls visit(offset, bytes) for the parts of [p, p + bytes) that have a cell each.
template <class Visit>
void for_each_cell(const void* p, u64 bytes, Visit visit) {
  for (u64 offset = 0; offset < bytes;) {
    const u64 in_cell = 4 - (reinterpret_cast<u64>(p) + offset) % 4;
    const u64 part = std::min(in_cell, bytes - offset);
    visit(offset, part);
    offset += part;
  }
}

// To the host's own memory.
void reveal(Machine& m, char* to, const char* from, u64 bytes, ReadBack seen) {
  for_each_cell(from, bytes, [&](u64 offset, u64 part) {
    if (is_devices(m, from + offset)) {
      std::memset(to + offset, seen == ReadBack::zeros ? 0 : 0xff, part);  // 0xffffffff is a NaN
      m.report().hid_from_host = true;
    } else {
      std::memcpy(to + offset, from + offset, part);
    }
  });
}

}  // namespace

void transfer(Machine& m, void* to, const void* from, u64 bytes) {
  const ReadBack seen = m.run != nullptr ? m.run->options.read_back : ReadBack::as_it_is;
  auto* const target = static_cast<char*>(to);
  const auto* const source = static_cast<const char*>(from);
  if (cell_of(m, to) == nullptr) {
    seen == ReadBack::as_it_is ? void(std::memmove(to, from, bytes))
                               : reveal(m, target, source, bytes, seen);
    return;
  }
  for_each_cell(to, bytes, [&](u64 offset, u64 part) {
    const bool is_of_device =
        is_devices(m, source + offset) || is_devices(m, source + offset + part - 1);
    note_writer(*cell_of(m, target + offset), is_of_device ? Writer::device : Writer::host, part);
  });
  std::memmove(to, from, bytes);
}

void mark_as_hosts(Machine& m, void* p, u64 bytes) {
  for_each_cell(p, bytes, [&](u64 offset, u64 part) {
    if (u64* const cell = cell_of(m, static_cast<char*>(p) + offset)) {
      note_writer(*cell, Writer::host, part);
    }
  });
}

}  // namespace simt
