// Operations on fragments: each lane waits for its warp, and loads or stores what is its own.
#include "common/simt/engine/tensor_functions.h"

#include <bit>
#include <cstddef>
#include <cstring>

#include "common/simt/engine/fibers.h"
#include "common/simt/shim/tensor_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/tensor/fragment_layout.h"

namespace simt {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;

// The call must stay alive until the warp has met.
void meet(const TensorCall& call, const void* return_address) {
  Lane& lane = *hot.lane;
  lane.wish = Wish::tensor;
  lane.value = reinterpret_cast<u64>(&call);
  lane.words = 0;
  lane.mask = kWholeWarp;
  lane.waits_at = access_code(return_address, 0);
  park(LaneState::at_warp_barrier);
}

// Fragments are registers. One that lies elsewhere is read and written there, word by word.
void log_elements(const FragmentType& type, const void* elements, bool is_write,
                  const void* place) {
  const u64 bytes = u64{bytes_of(type.element)} * static_cast<u64>(layout_of(type).elements);
  for (u64 at = 0; at < bytes && !hot.lane->owns(elements, bytes); at += 4) {
    const void* const word = static_cast<const char*>(elements) + at;
    if (is_write) {
      log_written(word, 2, place);
    } else {
      log_access(word, 2, place);
    }
  }
}

u64 offset_of(MatrixPlace at, const TensorCall& call) {
  const auto row = static_cast<u64>(at.row), col = static_cast<u64>(at.col);
  return call.by_rows ? row * call.pitch + col : col * call.pitch + row;
}

// Logs the lane's accesses, as the GPU's instructions make them, and calls `move(i, address)` for
// each of the elements that come or go with one.
template <class Log, class Move>
SIMT_INLINE void access_matrix(const TensorCall& call, Log log, Move move) {
  const FragmentLayout& layout = layout_of(*call.type);
  const std::size_t lane = hot.lane->thread % kWarpSize;
  const u32 bytes = bytes_of(call.type->element);
  const auto begin = reinterpret_cast<u64>(call.matrix);
  std::size_t i = 0;
  for (const FragmentAccess& access : call.by_rows ? layout.by_rows[lane] : layout.by_cols[lane]) {
    const u32 size = bytes * static_cast<u32>(access.count);
    log(reinterpret_cast<const void*>(begin + offset_of(access.first, call) * bytes),
        static_cast<u32>(std::countr_zero(size)));
    for (const std::size_t end = i + static_cast<std::size_t>(access.count); i < end; ++i) {
      move(i * bytes,
           reinterpret_cast<char*>(begin + offset_of(layout.places[lane][i], call) * bytes), bytes);
    }
  }
}

}  // namespace

void load_fragment(const FragmentType& type, void* elements, const void* matrix, unsigned pitch,
                   bool by_rows) {
  if (hot.lane == nullptr) {
    return;
  }
  const void* const place = __builtin_return_address(0);
  const TensorCall call{&type, matrix, pitch, by_rows, false, nullptr};
  meet(call, place);
  log_elements(type, elements, true, place);
  auto* const to = static_cast<char*>(elements);
  access_matrix(
      call, [place](const void* address, u32 kind) { log_access(address, kind, place); },
      [to](std::size_t at, const char* from, u32 bytes) { std::memcpy(to + at, from, bytes); });
  // Halves that the fragment holds several times.
  const auto held = static_cast<std::size_t>(layout_of(type).elements) * bytes_of(type.element);
  constexpr std::size_t kBytesOfHalves = 16 * 2;
  for (std::size_t at = held;
       type.element == Element::half && type.operand != Operand::sums && at < kBytesOfHalves;
       at += held) {
    std::memcpy(to + at, to, held);
  }
}

void store_fragment(const FragmentType& type, const void* elements, void* matrix, unsigned pitch,
                    bool by_rows) {
  if (hot.lane == nullptr) {
    return;
  }
  const void* const place = __builtin_return_address(0);
  const TensorCall call{&type, matrix, pitch, by_rows, true, nullptr};
  meet(call, place);
  log_elements(type, elements, false, place);
  const auto* const from = static_cast<const char*>(elements);
  access_matrix(
      call, [place](const void* address, u32 kind) { log_written(address, kind, place); },
      [from](std::size_t at, char* to, u32 bytes) { std::memcpy(to, from + at, bytes); });
}

void multiply_fragments(const FragmentProduct& product) {
  if (hot.lane == nullptr) {
    return;
  }
  const void* const place = __builtin_return_address(0);
  log_elements(product.of_a, product.a, false, place);
  log_elements(product.of_b, product.b, false, place);
  log_elements(product.of_c, product.c, false, place);
  multiply_in_registers(product, place);
  log_elements(product.of_d, product.d, true, place);
}

void multiply_in_registers(const FragmentProduct& product, const void* place) {
  TensorCall call;
  call.product = &product;
  meet(call, place);
}

// Lane 4 g + t gets places 2 t and 2 t + 1 of row g, or of column g if it is transposed.
void load_matrices_at(unsigned* registers, int count, bool transposed, const void* row,
                      const void* place) {
  MatrixRows rows{row, count, {}};
  TensorCall call;
  call.rows = &rows;
  meet(call, place);
  const std::size_t lane = hot.lane->thread % kWarpSize, g = lane / 4, t = lane % 4;
  for (int i = 0; i < count; ++i) {
    const auto* const matrix = &rows.all[static_cast<std::size_t>(i) * 8];
    const auto half = [matrix](std::size_t row_, std::size_t col) {
      u16 bits = 0;
      if (matrix[row_] != nullptr) {  // a lane that is missing is told of elsewhere
        std::memcpy(&bits, static_cast<const char*>(matrix[row_]) + 2 * col, sizeof bits);
      }
      return u32{bits};
    };
    log_access(static_cast<const char*>(matrix[g]) + 4 * t, 2, place);
    registers[i] = transposed ? half(2 * t, g) | half(2 * t + 1, g) << 16
                              : half(g, 2 * t) | half(g, 2 * t + 1) << 16;
  }
}

}  // namespace simt
