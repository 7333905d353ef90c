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
  const auto* const from = static_cast<const char*>(elements);
  access_matrix(
      call, [place](const void* address, u32 kind) { log_written(address, kind, place); },
      [from](std::size_t at, char* to, u32 bytes) { std::memcpy(to, from + at, bytes); });
}

void multiply_fragments(const FragmentProduct& product) {
  if (hot.lane == nullptr) {
    return;
  }
  const TensorCall call{nullptr, nullptr, 0, false, false, &product};
  meet(call, __builtin_return_address(0));
}

}  // namespace simt
