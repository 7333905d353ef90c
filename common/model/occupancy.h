// How many blocks of a kernel an SM holds at a time, by CUDA's rules, and what limits them.
#pragma once

#include <string>

#include "common/model/devices.h"

namespace gemmlab::model {

// What a block takes.
struct BlockNeeds {
  int threads = 0;
  int shared_bytes = 0;
  int registers = 0;  // a thread; 0: not known, and then no limit
};

enum class Limit { threads, blocks, shared_memory, registers, block_too_large };

struct Occupancy {
  int blocks = 0;                       // at a time; 0: the launch fails
  Limit limit = Limit::threads;         // that allows no more
  int by_threads = 0, by_blocks = 0;    // what each limit alone would allow
  int by_shared = 0, by_registers = 0;  // kUnlimited where none is needed
  int warps = 0;                        // that are there
  double share = 0;                     // of the warps that could be there
};

inline constexpr int kUnlimited = 1 << 20;

// Blocks count whole warps; shared memory and registers are handed out in units, registers to warps
// (or, before 2.0, to blocks). Source: CUDA Occupancy Calculator and cuda_occupancy.h.
Occupancy occupancy(const Limits& limits, const BlockNeeds& block);

// "the 2,048 threads", "registers" and so on: the limit as the subject of a sentence.
std::string in_words(Limit limit, const Limits& limits);

// Registers that each thread can have while `threads` of them are on an SM.
inline int registers_each(const Limits& limits, int threads) {
  return limits.registers / threads;
}

// Clocks in which the schedulers issue one instruction for each of so many warps, one a scheduler
// and clock.
inline int clocks_to_issue(const Limits& limits, int warps) {
  return divided_up(warps, limits.schedulers);
}

}  // namespace gemmlab::model
