// What is wrong with a program, as numbers and names: what happened, where, and which threads did
// it. Other code turns this into sentences.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/facts/at_most.h"
#include "common/facts/json_fields.h"
#include "common/facts/names.h"
#include "common/facts/one_of.h"
#include "common/facts/place.h"

namespace gemmlab {

GEMMLAB_ENUM(FindingKind,  // Hard: wrong even if the values are right. Most severe first.
             crash,
             endless,  // ended by the watchdog of a GPU
             out_of_bounds_write, out_of_bounds_read, misaligned,
             wrong_address_space,  // host pointer in a kernel, or device pointer in host code
             barrier_divergence,   // threads wait at two different barriers, released together
             deadlock,             // no thread can continue
             race,                 // with a read, or with a different value
             input_modified,       // an input matrix is written or freed
             // Causes: reported only if the values are wrong.
             uninitialised_read,
             early_exit,  // threads left before a barrier that others reached
             same_value_race)

constexpr bool is_hard(FindingKind kind) {
  return kind != FindingKind::uninitialised_read && kind != FindingKind::early_exit &&
         kind != FindingKind::same_value_race;
}

GEMMLAB_ENUM(Access, read, write, update)

// x, y, z: as many as the launch has dimensions, at least one.
using Coordinates = AtMost<unsigned, 3>;

struct ThreadId {
  Coordinates thread, block;
};
GEMMLAB_JSON(ThreadId, thread, block)

// The other side of a conflict: one thread, or several.
struct OtherThread {
  Coordinates thread = {};  // empty: several
  Coordinates block = {};   // if that thread is in another block
  bool in_other_block = false;
};
GEMMLAB_JSON(OtherThread, thread, block, in_other_block)

// The target of an access. Offsets are in bytes and may lie outside.
struct BufferPlace {
  static constexpr std::string_view kName = "buffer";
  DeviceBuffer buffer;
  std::int64_t offset = 0;
};
GEMMLAB_JSON(BufferPlace, buffer, offset)

struct VariablePlace {
  static constexpr std::string_view kName = "variable";
  std::string variable;
  std::uint64_t bytes = 0;  // of the variable
  std::string element;      // as in the source: "a_tile[3][17]", "tiles.second[5]"
  std::int64_t offset = 0;  // from the element, if its type is unknown
};
GEMMLAB_JSON(VariablePlace, variable, bytes, element, offset)

struct DynamicSharedPlace {
  static constexpr std::string_view kName = "dynamic_shared";
  std::uint64_t offset = 0, bytes = 0;  // bytes: the size that the launch requests
};
GEMMLAB_JSON(DynamicSharedPlace, offset, bytes)

struct AddressPlace {
  static constexpr std::string_view kName = "address";
  std::uint64_t address = 0;
};
GEMMLAB_JSON(AddressPlace, address)

using Target = std::variant<AddressPlace, BufferPlace, VariablePlace, DynamicSharedPlace>;

GEMMLAB_ENUM(Flaw, outside_buffer, not_allocated, used_after_free,
             used_before_allocated,  // by the cudaMallocAsync of another stream
             used_while_freed,       // by the cudaFreeAsync of another stream
             null_pointer, wild_pointer, stack_overflow, outside_variable, outside_shared_variable,
             before_shared_variable,  // inside another variable, such as the next one
             past_shared_variable, outside_dynamic_shared, outside_all_shared, misaligned,
             host_memory_in_kernel,
             host_memory_freed,  // before the kernel ran
             host_variable_in_kernel, constant_written, device_memory_in_host_code,
             computed_on_host,  // the same, by a loop where a kernel belongs
             device_variable_in_host_code, device_variable_passed, virtual_functions_passed)

// What an index that is far outside shows: a whole number that went below 0, or past its largest.
GEMMLAB_ENUM(Wrap, none, below_zero, unsigned_below_zero, overflowed)

struct BadAccess {
  Flaw flaw = Flaw::outside_buffer;
  ThreadId who;  // empty for host code
  Access access = Access::read;
  unsigned bytes = 4;
  Target at;
  Wrap wrap = Wrap::none;
  std::string pointer = {};   // that nothing sets, if the text tells
  std::string untested = {};  // "mk": extents of the matrix that no condition there asks for
  // A variable of its index that holds less than an extent of the matrix, if the text tells.
  std::string narrow = {}, narrow_type = {};
  int narrow_most = 0;
  bool by_reference = false;  // a parameter of that kernel is one, if the text tells
};
GEMMLAB_JSON(BadAccess, flaw, who, access, bytes, at, wrap, pointer, untested, narrow, narrow_type,
             narrow_most, by_reference)

enum class BarrierCall { syncthreads, group_sync };
GEMMLAB_NAMES_IN(BarrierCall, "__syncthreads(), block.sync()")
// Threads of a block wait at two barriers.
struct BarriersApart {
  ThreadId who;
  BarrierCall barrier = BarrierCall::syncthreads;
  Coordinates other;          // waits at the other barrier
  bool is_read_after = true;  // shared memory is: else what they wait for is of no use
};
GEMMLAB_JSON(BarriersApart, who, barrier, other, is_read_after)

struct LeftBeforeBarrier {
  ThreadId who;
  BarrierCall barrier = BarrierCall::syncthreads;
  Coordinates reached_by;
  int break_line = 0;  // that leaves a loop with the barrier, if the text tells
};
GEMMLAB_JSON(LeftBeforeBarrier, who, barrier, reached_by, break_line)

// Lanes that the rest of a warp waits for, but that never arrive.
struct NeverComes {
  ThreadId who;
  unsigned mask = 0;
  Coordinates other;  // waits elsewhere; empty: no lane does
  BarrierCall barrier = BarrierCall::syncthreads;
};
GEMMLAB_JSON(NeverComes, who, mask, other, barrier)

// What would have separated two accesses, or why nothing can.
GEMMLAB_ENUM(RaceCause, missing_barrier,
             missing_barrier_after_reads,  // at the end of a loop iteration
             missing_warp_barrier,
             missing_wait,   // for an asynchronous copy
             same_element,   // two threads store to one element of global memory
             same_variable,  // and it is a __device__ variable
             same_place,     // several threads store the same value to one place
             same_memory,    // two names stand for one piece of shared memory
             one_place,      // and other values, at one statement: no barrier helps
             index_changed,  // from the store to the read of the same phase
             left_array,     // an index past the end of one array is in the next one
             sum_without_atomics, blocks_in_any_order,
             missing_fence,   // blocks hand something over, but the data may come later
             read_only_load,  // __ldg may read what was there before
             lost_swap,       // a compare-and-swap that may fail is not tried again
             block_scope)     // an atomic among the threads of a block, on what blocks share

// A barrier in the text between the accesses of a race, which did not run between them.
GEMMLAB_ENUM(Idle, none, uncalled, not_reached)

struct Race {
  RaceCause cause = RaceCause::missing_barrier;
  ThreadId who;
  Access access = Access::read;
  Target at;
  OtherThread other;
  bool other_wrote = false, same_value = false;
  // Of one_place, if the text tells: what is stored to, and the thread's index that it lacks. Of
  // index_changed: the index, with the line where it changes.
  std::string stored = {}, missing = {};
  Idle idle = Idle::none;
  int idle_line = 0;  // of that barrier, or that change
};
GEMMLAB_JSON(Race, who, access, at, other, other_wrote, same_value, cause, stored, missing, idle,
             idle_line)

struct UnwrittenRead {
  ThreadId who;
  Target at;
  std::uint64_t filled = 0;  // bytes at the start of the buffer, if only a part is filled; else 0
  unsigned threads = 0;      // of the block
  bool is_only_at_edges = false;  // nothing is missing where tiles divide all extents
  int guard_line = 0;  // of a guard without else, of stores there, that a matrix's edge makes false
  std::string factor = {};  // of C, if its old value is multiplied
};
GEMMLAB_JSON(UnwrittenRead, who, at, filled, threads, is_only_at_edges, guard_line, factor)

struct ShuffleFromNobody {
  ThreadId who;
  unsigned lane = 0;
};
GEMMLAB_JSON(ShuffleFromNobody, who, lane)

// What is wrong with an operation of a whole warp on fragments.
GEMMLAB_ENUM(FragmentFlaw, lanes_missing,
             calls_apart,     // lanes of the warp are at two of them
             pointers_apart,  // or at one, with two pointers, pitches or layouts
             pitches_apart, layouts_apart,
             uneven_pointer,  // no multiple of what it must be
             uneven_pitch,
             unset)  // an operand that nothing filled or loaded
struct FragmentFault {
  FragmentFlaw flaw = FragmentFlaw::unset;
  ThreadId who;
  Coordinates other = {};    // another thread of the warp
  std::string operand = {};  // "A", "B" or "C": of what
  Target at = {};            // the pointer
  unsigned lanes = 0;        // that came
  unsigned pitch = 0, multiple = 0;
};
GEMMLAB_JSON(FragmentFault, flaw, who, other, operand, at, lanes, pitch, multiple)

// What happened to an input matrix, or beside a matrix: "a".
struct OfMatrix {
  std::string matrix;
};
GEMMLAB_JSON(OfMatrix, matrix)

struct FreedInput : OfMatrix {};
struct WrittenInput : OfMatrix {};
struct BesideMatrix {
  std::string matrix;
  bool by_copy = false;  // or a fill; as far as the text tells
};
GEMMLAB_JSON(BesideMatrix, matrix, by_copy)

// How host code crashed.
GEMMLAB_ENUM(HostFault, memory, division, illegal_instruction, abort)
struct HostCrash {
  HostFault fault = HostFault::memory;
  std::string pointer = {};  // that was not set, as far as the text tells: see BadAccess
};
GEMMLAB_JSON(HostCrash, fault, pointer)

// How a thread ended its launch itself.
GEMMLAB_ENUM(ThreadEnd, assertion, trap)
struct EndedByThread {
  ThreadId who;
  ThreadEnd how = ThreadEnd::assertion;
};
GEMMLAB_JSON(EndedByThread, who, how)

// On a GPU: stores found in the guard bands around a matrix.
struct StrayStores {
  std::string matrix;
  int rows = 0, cols = 0;
  std::uint64_t elements = 0, farthest = 0;
  bool before = false;
};
GEMMLAB_JSON(StrayStores, matrix, rows, cols, elements, farthest, before)

// The error that kernels on a GPU caused.
GEMMLAB_ENUM(DeviceFault, illegal_address, misaligned_address, address_space, watchdog,
             failed_assertion, stack, illegal_instruction, launch_failed,
             context_lost  // caused by the program; the GPU context is unusable from here on
)
struct DeviceFailure {
  DeviceFault fault = DeviceFault::context_lost;
  std::string error;  // the driver's name for it
  std::string call;   // the driver function that returned it
};
GEMMLAB_JSON(DeviceFailure, fault, error, call)

struct FindingFact : OneOf<BadAccess, BarriersApart, LeftBeforeBarrier, NeverComes, Race,
                           UnwrittenRead, ShuffleFromNobody, FragmentFault, FreedInput, HostCrash,
                           WrittenInput, BesideMatrix, StrayStores, DeviceFailure, EndedByThread> {
  using OneOf::OneOf;
};

struct Finding {
  FindingKind kind = FindingKind::race;
  Place at;                    // the access or barrier
  std::optional<Place> other;  // the second access of a race, or the second barrier of a divergence
  FindingFact fact;
  std::uint64_t count = 1;  // occurrences at these places
};
GEMMLAB_JSON(Finding, kind, at, other, fact, count)

}  // namespace gemmlab
