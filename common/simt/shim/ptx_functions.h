// What the translator makes of inline PTX: calls of ptx<instruction, operands...>.
#pragma once

#include "simt_abi.h"

namespace simt {

// mma_A_K: m16n8, with K products of an A; sums are floats.
enum class Ptx {
  mma_tf32_8,
  mma_bfloat16_8,
  mma_bfloat16_16,
  mma_half_16,
  mma_half_to_half_16,
  load_matrix_1,
  load_matrix_2,
  load_matrix_4,
  load_transposed_1,
  load_transposed_2,
  load_transposed_4,
  round_to_tf32,
  start_copy,
  end_copy_group,
  wait_for_copies,
  wait_for_all_copies,
};

// A register, or a number.
struct PtxOperand {
  std::uint64_t bits;
  void* target;  // where a result goes; null: it is read only
};

// `place`: of the call in the student's code.
void run_ptx(Ptx instruction, PtxOperand* operands, int count, const void* place);

// start_copy() of a call at `place`.
void start_copy_at(void* to, const void* from, size_t bytes, size_t zeros, const void* place);

// kBytes: what the constraint says, 0 for a number.
template <int kBytes, class T>
SIMT_INLINE PtxOperand given(T value) {
  static_assert(kBytes == 0 || sizeof(T) == kBytes, "the asm operand has another size");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return {bits, nullptr};
}
template <int kBytes, class T>
SIMT_INLINE PtxOperand written(T& target) {
  static_assert(sizeof(T) == kBytes, "the asm operand has another size");
  return {0, &target};
}
template <int kBytes, class T>
SIMT_INLINE PtxOperand changed(T& target) {
  return {given<kBytes>(target).bits, &target};
}

// Not inlined, so that its caller's place is the student's.
template <Ptx instruction, int... order, class... Operands>
__attribute__((noinline, no_sanitize("thread"))) void ptx(Operands... operands) {
  const PtxOperand given[] = {operands..., {}};
  PtxOperand sorted[] = {
      (order >= 0 ? given[order < 0 ? 0 : order]
                  : PtxOperand{static_cast<std::uint64_t>(-1 - order), nullptr})...,
      {}};
  run_ptx(instruction, sorted, sizeof...(order), __builtin_return_address(0));
}

// An address in shared memory is its distance from the block's first byte.
size_t shared_address(const void* generic);
void* generic_address(unsigned shared);

}  // namespace simt

SIMT_INLINE size_t __cvta_generic_to_shared(const void* p) {
  return simt::shared_address(p);
}
SIMT_INLINE void* __cvta_shared_to_generic(size_t address) {
  return simt::generic_address(static_cast<unsigned>(address));
}
SIMT_INLINE size_t __cvta_generic_to_global(const void* p) {
  return reinterpret_cast<size_t>(p);
}
