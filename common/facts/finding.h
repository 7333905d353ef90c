// What is wrong with a program, as numbers and names: what happened, where, and who did it. The
// sentences are made of it elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/one_of.h"
#include "common/facts/place.h"

namespace gemmlab {

// How a finding is judged.
GEMMLAB_ENUM(FindingKind,  // Hard: wrong even where the values come out right. Most severe first.
             crash,
             endless,  // a GPU's watchdog has ended it
             out_of_bounds_write,
             out_of_bounds_read,
             misaligned,
             wrong_address_space,  // host pointer in a kernel, or device pointer in host code
             barrier_divergence,   // two barrier sites released together
             deadlock,             // nobody can go on
             race,                 // with a read, or with a different value
             input_modified,       // a matrix of the caller's is written or freed
             // Causes: named only where the values are wrong.
             uninitialised_read,
             early_exit,  // threads left before a barrier that others reached
             same_value_race)

constexpr bool is_hard(FindingKind kind) {
  return kind < FindingKind::uninitialised_read;
}

GEMMLAB_ENUM(Access, read, write, update)

// x, y, z: as many as the launch has dimensions there, at least one.
using Coordinates = std::vector<unsigned>;

struct ThreadId {
  Coordinates thread, block;
};

// The other party: one thread, or some.
struct OtherThread {
  Coordinates thread = {};  // empty: several
  Coordinates block = {};   // of one thread in another block
  bool in_other_block = false;
};

// Where an access goes. Offsets are in bytes and may lie outside.
struct BufferPlace {
  static constexpr std::string_view kName = "buffer";
  DeviceBuffer buffer;
  std::int64_t offset = 0;
};
struct VariablePlace {
  static constexpr std::string_view kName = "variable";
  std::string variable;
  std::uint64_t bytes = 0;  // of the variable
  std::string element;      // as the program writes it: "a_tile[3][17]", "tiles.second[5]"
  std::int64_t offset = 0;  // from the element, where no type is known
};
struct DynamicSharedPlace {
  static constexpr std::string_view kName = "dynamic_shared";
  std::uint64_t offset = 0, bytes = 0;  // bytes: that the launch asks for
};
struct AddressPlace {
  static constexpr std::string_view kName = "address";
  std::uint64_t address = 0;
};
using Target = std::variant<AddressPlace, BufferPlace, VariablePlace, DynamicSharedPlace>;

// What is wrong with one access.
GEMMLAB_ENUM(Flaw,
             outside_buffer,
             not_allocated,
             used_after_free,
             null_pointer,
             wild_pointer,
             stack_overflow,
             outside_variable,
             outside_shared_variable,
             before_shared_variable,  // in another one, as the next
             past_shared_variable,
             outside_dynamic_shared,
             outside_all_shared,
             misaligned,
             host_memory_in_kernel,
             device_memory_in_host_code)
struct BadAccess {
  static constexpr std::string_view kName = "bad_access";
  Flaw flaw = Flaw::outside_buffer;
  ThreadId who;  // of host code: nobody
  Access access = Access::read;
  unsigned bytes = 4;
  Target at;
};

enum class BarrierCall { syncthreads, group_sync };
template <>
struct EnumNames<BarrierCall> {
  static constexpr std::string_view all[] = {"__syncthreads()", "block.sync()"};
};
// Threads of a block wait at two barriers.
struct BarriersApart {
  static constexpr std::string_view kName = "barriers_apart";
  ThreadId who;
  BarrierCall barrier = BarrierCall::syncthreads;
  Coordinates other;  // waits at the other one
};
struct LeftBeforeBarrier {
  static constexpr std::string_view kName = "left_before_barrier";
  ThreadId who;
  BarrierCall barrier = BarrierCall::syncthreads;
  Coordinates reached_by;
};
// Lanes of a warp are waited for in vain.
struct NeverComes {
  static constexpr std::string_view kName = "never_comes";
  ThreadId who;
  unsigned mask = 0;
  Coordinates other;  // waits elsewhere; empty: nobody does
  BarrierCall barrier = BarrierCall::syncthreads;
};

// What would have kept two accesses apart, or why nothing can.
GEMMLAB_ENUM(RaceCause,
             missing_barrier,
             missing_barrier_after_reads,  // at the end of a loop's round
             missing_warp_barrier,
             missing_wait,   // for an asynchronous copy
             same_element,   // two threads store one element of global memory
             same_variable,  // that is a __device__ variable
             same_place,     // several threads fill one place with one value
             sum_without_atomics,
             blocks_in_any_order)
struct Race {
  static constexpr std::string_view kName = "race";
  RaceCause cause = RaceCause::missing_barrier;
  ThreadId who;
  Access access = Access::read;
  Target at;
  OtherThread other;
  bool other_wrote = false, same_value = false;
};

struct UnwrittenRead {
  static constexpr std::string_view kName = "unwritten_read";
  ThreadId who;
  Target at;
  std::uint64_t filled = 0;  // bytes at the buffer's beginning, where that is only a part; else 0
};
struct ShuffleFromNobody {
  static constexpr std::string_view kName = "shuffle_from_nobody";
  ThreadId who;
  unsigned lane = 0;
};

struct FreedInput {
  static constexpr std::string_view kName = "freed_input";
  std::string matrix;
};

// Host code's own end.
GEMMLAB_ENUM(HostFault, memory, division, illegal_instruction, abort)
struct HostCrash {
  static constexpr std::string_view kName = "host_crash";
  HostFault fault = HostFault::memory;
};
struct WrittenInput {
  static constexpr std::string_view kName = "written_input";
  std::string matrix;
};
struct BesideMatrix {
  static constexpr std::string_view kName = "beside_matrix";
  std::string matrix;
};

// Of a GPU: what lies in the bands around a matrix.
struct StrayStores {
  static constexpr std::string_view kName = "stray_stores";
  std::string matrix;
  int rows = 0, cols = 0;
  std::uint64_t elements = 0, farthest = 0;
  bool before = false;
};
// The error that a GPU's kernels left behind.
GEMMLAB_ENUM(DeviceFault,
             illegal_address,
             misaligned_address,
             address_space,
             watchdog,
             failed_assertion,
             stack,
             illegal_instruction,
             launch_failed,
             context_lost  // the program's own doing: nothing can be used any more
)
struct DeviceFailure {
  static constexpr std::string_view kName = "device_failure";
  DeviceFault fault = DeviceFault::context_lost;
  std::string error;  // the driver's name of it
  std::string call;   // the driver's function that said so
};

GEMMLAB_ONE_OF(FindingFact,
               BadAccess,
               BarriersApart,
               LeftBeforeBarrier,
               NeverComes,
               Race,
               UnwrittenRead,
               ShuffleFromNobody,
               FreedInput,
               HostCrash,
               WrittenInput,
               BesideMatrix,
               StrayStores,
               DeviceFailure)

struct Finding {
  static constexpr std::string_view kName = "finding";
  FindingKind kind = FindingKind::race;
  Place at;                    // the access or barrier
  std::optional<Place> other;  // the other access of a race, the other barrier of a divergence
  FindingFact fact;
  std::uint64_t count = 1;  // occurrences at these places
};

}  // namespace gemmlab
