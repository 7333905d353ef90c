// Instructions of inline PTX, from the closed list.
#include "common/simt/shim/ptx_functions.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/simt/engine/fibers.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/engine/tensor_functions.h"
#include "common/simt/shim/tensor_abi.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"

namespace simt {
namespace {

// A target that is no register is written where it lies.
void write(const PtxOperand& to, u32 bits, const void* place) {
  if (!hot.lane->owns(to.target, sizeof bits)) {
    log_written(to.target, 2, place);
  }
  std::memcpy(to.target, &bits, sizeof bits);
}

// The operands of an mma: registers of D, A, B and C, one after the other.
struct Registers {
  int d, a, b, c;
};

struct Mma {
  Ptx instruction;
  Element operands, sums;
  int k;
  Registers registers;
};

constexpr Mma kMmas[] = {
    {Ptx::mma_tf32_8, Element::tf32, Element::float32, 8, {4, 4, 2, 4}},
    {Ptx::mma_bfloat16_8, Element::bfloat16, Element::float32, 8, {4, 2, 1, 4}},
    {Ptx::mma_bfloat16_16, Element::bfloat16, Element::float32, 16, {4, 4, 2, 4}},
    {Ptx::mma_half_16, Element::half, Element::float32, 16, {4, 4, 2, 4}},
    {Ptx::mma_half_to_half_16, Element::half, Element::half, 16, {2, 4, 2, 2}},
};

constexpr int kMostRegisters = 4;

void read(const PtxOperand* from, int count, u32* registers) {
  for (int i = 0; i < count; ++i) {
    registers[i] = static_cast<u32>(from[i].bits);
  }
}

void run_mma(const Mma& mma, const PtxOperand* operands, const void* place) {
  const auto type = [&mma](Operand operand, Element element) {
    return FragmentType{operand, element, 16, 8, mma.k, operand != Operand::b};
  };
  const FragmentType of_a = type(Operand::a, mma.operands), of_b = type(Operand::b, mma.operands),
                     of_sums = type(Operand::sums, mma.sums);
  u32 a[kMostRegisters], b[kMostRegisters], c[kMostRegisters], d[kMostRegisters];
  const PtxOperand* at = operands + mma.registers.d;
  read(at, mma.registers.a, a);
  read(at += mma.registers.a, mma.registers.b, b);
  read(at + mma.registers.b, mma.registers.c, c);
  multiply_in_registers({of_a, of_b, of_sums, of_sums, a, b, c, d, false}, place);
  for (int i = 0; i < mma.registers.d; ++i) {
    write(operands[i], d[i], place);
  }
}

void run_load(int count, bool transposed, const PtxOperand* operands, const void* place) {
  u32 registers[kMostRegisters] = {};
  const void* const row = generic_address(static_cast<u32>(operands[count].bits));
  load_matrices_at(registers, count, transposed, row, place);
  for (int i = 0; i < count; ++i) {
    write(operands[i], registers[i], place);
  }
}

// To ten bits after the point, ties away from zero.
u32 rounded_to_tf32(u32 bits) {
  const bool is_finite = (bits & 0x7f800000u) != 0x7f800000u;
  return (is_finite ? bits + 0x1000u : bits) & ~0x1fffu;
}

void start_copy_of(const PtxOperand* operands, int count, const void* place) {
  const std::size_t bytes = operands[2].bits;
  const std::size_t read = count > 3 ? static_cast<u32>(operands[3].bits) : bytes;
  start_copy_at(generic_address(static_cast<u32>(operands[0].bits)),
                reinterpret_cast<const void*>(operands[1].bits), bytes,
                read < bytes ? bytes - read : 0, place);
}

}  // namespace

std::size_t shared_address(const void* generic) {
  return static_cast<u32>(reinterpret_cast<u64>(generic) -
                          multiprocessor().analysis().view().shared.begin);
}
void* generic_address(unsigned shared) {
  return reinterpret_cast<void*>(multiprocessor().analysis().view().shared.begin + shared);
}

void run_ptx(Ptx instruction, PtxOperand* operands, int count, const void* place) {
  if (hot.lane == nullptr) {
    return;
  }
  for (const Mma& mma : kMmas) {
    if (mma.instruction == instruction) {
      run_mma(mma, operands, place);
      return;
    }
  }
  switch (instruction) {
    case Ptx::load_matrix_1:
      return run_load(1, false, operands, place);
    case Ptx::load_matrix_2:
      return run_load(2, false, operands, place);
    case Ptx::load_matrix_4:
      return run_load(4, false, operands, place);
    case Ptx::load_transposed_1:
      return run_load(1, true, operands, place);
    case Ptx::load_transposed_2:
      return run_load(2, true, operands, place);
    case Ptx::load_transposed_4:
      return run_load(4, true, operands, place);
    case Ptx::round_to_tf32:
      return write(operands[0], rounded_to_tf32(static_cast<u32>(operands[1].bits)), place);
    case Ptx::start_copy:
      return start_copy_of(operands, count, place);
    case Ptx::end_copy_group:
      return end_copy_group();
    case Ptx::wait_for_copies:
      return wait_for_copies(operands[0].bits);
    default:
      return wait_for_copies(0);
  }
}

}  // namespace simt
