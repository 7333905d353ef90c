// Pages of the process's address space.
#pragma once

#include "common/simt/state/integers.h"

namespace simt {

// Reserves only address space: memory is used when touched. 0 if there is none.
u64 reserve_addresses(u64 bytes);

// 4 KiB on most machines; Arm's have 16 or 64 KiB, too.
u64 page_bytes();
u64 page_down(u64 address);
u64 page_up(u64 address);

// Whether there is memory at an address, be it allowed to access it or not.
bool is_mapped(u64 address);

// Allows access to [begin, end), and what shares its pages. False if the system refuses.
bool open_pages(u64 begin, u64 end);

// Resets them to zeros that use no memory, and forbids access.
void close_pages(u64 begin, u64 end);

}  // namespace simt
