// A warp's operation on fragments: whether its lanes agree, and the product.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "common/facts/finding.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/engine/tensor_functions.h"
#include "common/simt/shim/tensor_abi.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/tensor/fragment_layout.h"
#include "common/simt/tensor/fragment_product.h"

namespace simt {
namespace {

constexpr u32 kWholeWarp = 0xffffffffu;
// Multiples that GPUs need. CUDA asks for pointers of 32 bytes, but its own narrow tiles, eight
// columns of halves or of bytes, begin at multiples of 16 and 8, and are right on an H100.
constexpr unsigned kPitchBytes = 16;
unsigned pointer_bytes(const FragmentType& type) {
  return bytes_of(type.element) == 1 ? 8 : 16;
}

const TensorCall& tensor_call(const Lane& lane) {
  return *reinterpret_cast<const TensorCall*>(lane.value);
}

std::string letter_of(Operand operand) {
  return operand == Operand::a ? "A" : operand == Operand::b ? "B" : "C";
}

// How two lanes' calls differ; unset: not at all.
FragmentFlaw difference(const TensorCall& one, const TensorCall& other) {
  return (one.product != nullptr) != (other.product != nullptr) ||
                 (one.rows != nullptr) != (other.rows != nullptr) || one.is_store != other.is_store
             ? FragmentFlaw::calls_apart
         : one.matrix != other.matrix   ? FragmentFlaw::pointers_apart
         : one.pitch != other.pitch     ? FragmentFlaw::pitches_apart
         : one.by_rows != other.by_rows ? FragmentFlaw::layouts_apart
                                        : FragmentFlaw::unset;
}

// What CUDA asks of pointer and pitch; unset: it is so.
FragmentFault flaw_of(const TensorCall& call) {
  const FragmentType& type = *call.type;
  const unsigned bytes = bytes_of(type.element), even = kPitchBytes / bytes;
  FragmentFault fault;
  fault.operand = letter_of(type.operand);
  fault.pitch = call.pitch;
  if (reinterpret_cast<u64>(call.matrix) % pointer_bytes(type) != 0) {
    fault.flaw = FragmentFlaw::uneven_pointer;
    fault.multiple = pointer_bytes(type);
  } else if (call.pitch % even != 0) {
    fault.flaw = FragmentFlaw::uneven_pitch;
    fault.multiple = even;
  }
  return fault;
}

}  // namespace

// Some lanes are missing, at another operation, or give other arguments.
bool Multiprocessor::note_lanes_apart(const Lane* lanes, u32 mask) {
  const Lane& first = lanes[std::countr_zero(mask)];
  FragmentFault fault;
  const Lane* other = nullptr;
  for (u32 i = 0; i < kWarpSize && other == nullptr; ++i) {
    if ((mask >> i & 1) != 0) {
      fault.flaw = wait_together(first, lanes[i])
                       ? difference(tensor_call(first), tensor_call(lanes[i]))
                       : FragmentFlaw::calls_apart;
      other = fault.flaw != FragmentFlaw::unset ? &lanes[i] : nullptr;
    }
  }
  if (other == nullptr && mask == kWholeWarp) {
    return false;
  }
  const BlockView& view = analysis_.view();
  analysis_.findings().note(FindingKind::barrier_divergence, first.waits_at,
                            other != nullptr ? other->waits_at : 0, 1, [&] {
                              fault.who = view.who(first.thread);
                              fault.lanes = static_cast<unsigned>(std::popcount(mask));
                              if (other != nullptr) {
                                fault.other = view.thread(other->thread);
                              } else {
                                fault.flaw = FragmentFlaw::lanes_missing;
                              }
                              return fault;
                            });
  return true;
}

// For ldmatrix each lane gets the addresses of all.
void Multiprocessor::share_rows(Warp* warp, u32 mask) {
  const Lane* const lanes = &lanes_[warp->first];
  std::array<const void*, kWarpSize> all{};
  for (u32 i = 0; i < kWarpSize; ++i) {
    const MatrixRows* const rows = (mask >> i & 1) != 0 ? tensor_call(lanes[i]).rows : nullptr;
    all[i] = rows != nullptr ? rows->row : nullptr;
    constexpr u64 kRowBytes = 16;
    const bool is_used = rows != nullptr && i < static_cast<u32>(rows->matrices) * 8;
    if (is_used && reinterpret_cast<u64>(rows->row) % kRowBytes != 0) {
      analysis_.findings().note(FindingKind::misaligned, lanes[i].waits_at, [&] {
        FragmentFault fault;
        fault.flaw = FragmentFlaw::uneven_pointer;
        fault.who = analysis_.view().who(lanes[i].thread);
        fault.at = analysis_.view().target_of(reinterpret_cast<u64>(rows->row));
        fault.multiple = kRowBytes;
        return fault;
      });
    }
  }
  for (u32 i = 0; i < kWarpSize; ++i) {
    if ((mask >> i & 1) != 0 && tensor_call(lanes[i]).rows != nullptr) {
      tensor_call(lanes[i]).rows->all = all;
    }
  }
}

// The lanes of `mask` have met.
void Multiprocessor::run_tensor_call(Warp* warp, u32 mask) {
  const Lane* const lanes = &lanes_[warp->first];
  const Lane& first = lanes[std::countr_zero(mask)];
  const TensorCall& call = tensor_call(first);
  const bool apart = note_lanes_apart(lanes, mask);
  FindingLog& findings = analysis_.findings();
  const BlockView& view = analysis_.view();
  if (call.type != nullptr) {
    if (FragmentFault fault = flaw_of(call); fault.flaw != FragmentFlaw::unset && !apart) {
      findings.note(FindingKind::misaligned, first.waits_at, [&] {
        fault.who = view.who(first.thread);
        fault.at = view.target_of(reinterpret_cast<u64>(call.matrix));
        return fault;
      });
    }
    return;
  }
  if (call.rows != nullptr) {
    share_rows(warp, mask);
    return;
  }
  WarpProduct calls{};
  for (u32 i = 0; i < kWarpSize; ++i) {
    const bool is_same = (mask >> i & 1) != 0 && wait_together(first, lanes[i]) &&
                         tensor_call(lanes[i]).product != nullptr;
    calls[i] = is_same ? tensor_call(lanes[i]).product : nullptr;
  }
  if (const auto unset = find_unset(calls)) {
    findings.note(FindingKind::uninitialised_read, first.waits_at, [&] {
      FragmentFault fault;
      fault.who = view.who(lanes[unset->lane].thread);
      fault.operand = letter_of(unset->operand);
      return fault;
    });
  }
  const FragmentType& of_a = call.product->of_a;
  tensor_products_ += static_cast<u64>(of_a.m) * static_cast<u64>(of_a.n * of_a.k);
  multiply(calls);
}

}  // namespace simt
