// Names for people: threads, blocks, and what lies at an address.
#pragma once

#include <string>

#include "common/simt/memory/arena.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/source/module.h"

namespace simt {

// "thread (3,17) of block (1,0)"; as many coordinates as the launch has dimensions, at least one.
std::string name_of_thread(u32 thread, const dim3& block_extents);
std::string name_of_block(const uint3& block, const dim3& grid);

std::string ordinal(int n);  // "1st"
std::string hexadecimal(u64 address);

// "a (33 x 17)", "the 2nd cudaMalloc'ed block (1024 bytes)".
std::string name_of(const Allocation& allocation);
// "a[3][17]"; also outside the allocation: "a[33][0]".
std::string name_of_element(const Allocation& allocation, u64 address);
// Where an access of `bytes` lies that is not wholly inside: "element 561 of a, which has 561 (33 x
// 17)", counted from the start, since nobody knows whether the row or the column went too far.
std::string name_of_miss(const Allocation& allocation, u64 address, u32 bytes);

// `offset` from the start of `variable`, which may be outside it: "a_tile[3][17]", "a_tile + 204
// bytes" where its type is not known.
std::string name_of_element(const Module& module, const Variable& variable, std::int64_t offset);

}  // namespace simt
