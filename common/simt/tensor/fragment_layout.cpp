#include "common/simt/tensor/fragment_layout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/simt/shim/tensor_abi.h"

namespace simt {
namespace {

enum class Axis { outer, inner };
// What a bit of an element's index adds to its place.
struct Step {
  Axis axis;
  int distance;
};

// Lane 4 g + t holds elements of row g (A, sums) or of column g (B) of each block, packed ones next
// to each other from place t on; further bits of the index lead to other blocks.
struct Rule {
  bool outer_is_row;
  int packed_bits;
  std::vector<Step> steps;
};

constexpr Step kNextRows{Axis::outer, 8}, kNextPart{Axis::inner, 8}, kFarRows{Axis::outer, 16};

bool is_byte(Element element) {
  return element == Element::signed_byte || element == Element::unsigned_byte;
}

// Of mma.sync, whose results are 16 x 8: half of wmma's.
bool is_of_ptx(const FragmentType& type) {
  return type.m == 16 && type.n == 8;
}

Rule rule_of_ptx(const FragmentType& type) {
  constexpr Step kHalfPart{Axis::inner, 4};
  const bool is_a = type.operand == Operand::a, is_short = type.k == 8;
  if (type.operand == Operand::sums) {
    return {true, 1, {kNextRows}};
  }
  if (type.element == Element::tf32) {
    return {is_a, 0, is_a ? std::vector{kNextRows, kHalfPart} : std::vector{kHalfPart}};
  }
  return {is_a, 1,
          is_a ? (is_short ? std::vector{kNextRows} : std::vector{kNextRows, kNextPart})
               : (is_short ? std::vector<Step>{} : std::vector{kNextPart})};
}

Rule rule_of(const FragmentType& type) {
  if (is_of_ptx(type)) {
    return rule_of_ptx(type);
  }
  const bool is_a = type.operand == Operand::a;
  const int length = type.operand == Operand::b ? type.n : type.m;  // along the outer axis
  if (type.operand == Operand::sums) {
    const bool is_wide = type.n == 32;  // computed as its transpose
    return {!is_wide, 1,
            type.m == 16 ? std::vector{kNextRows, kNextPart} : std::vector{kNextRows, kFarRows}};
  }
  if (type.element == Element::tf32) {
    constexpr Step kHalfPart{Axis::inner, 4};
    return {is_a, 0, is_a ? std::vector{kNextRows, kHalfPart} : std::vector{kHalfPart, kNextRows}};
  }
  if (is_byte(type.element)) {
    return {is_a, 2,
            length == 8    ? std::vector<Step>{}
            : length == 16 ? std::vector{kNextRows}
                           : std::vector{kNextRows, kFarRows}};
  }
  return {is_a, 1,
          length == 8    ? std::vector{kNextPart}
          : length == 32 ? std::vector{kNextRows, kNextPart, kFarRows}
          : is_a         ? std::vector{kNextRows, kNextPart}
                         : std::vector{kNextPart, kNextRows}};
}

MatrixPlace place_of(const Rule& rule, int lane, int i) {
  const int packed = 1 << rule.packed_bits;
  int outer = lane / 4, inner = lane % 4 * packed + i % packed;
  for (std::size_t bit = 0; bit < rule.steps.size(); ++bit) {
    const bool is_set = (i >> (rule.packed_bits + static_cast<int>(bit)) & 1) != 0;
    (rule.steps[bit].axis == Axis::outer ? outer : inner) += is_set ? rule.steps[bit].distance : 0;
  }
  return rule.outer_is_row ? MatrixPlace{outer, inner} : MatrixPlace{inner, outer};
}

// The place with the same distance from its 8 x 8 block's corner, along the other axis.
MatrixPlace transposed(MatrixPlace at) {
  return {at.row / 8 * 8 + at.col % 8, at.col / 8 * 8 + at.row % 8};
}

// 4 bytes each where elements are neighbours, 8 for sums of 4 bytes.
std::vector<FragmentAccess> accesses_of(const FragmentType& type, const Rule& rule,
                                        const std::vector<MatrixPlace>& places, bool by_rows) {
  const int packed = 1 << rule.packed_bits;
  const bool are_neighbours = rule.outer_is_row == by_rows;
  const bool is_transposed = !are_neighbours && bytes_of(type.element) == 2;
  const int count = are_neighbours || is_transposed ? packed : 1;
  std::vector<FragmentAccess> accesses;
  for (std::size_t i = 0; i < places.size(); i += static_cast<std::size_t>(count)) {
    accesses.push_back({is_transposed ? transposed(places[i]) : places[i], count});
  }
  return accesses;
}

FragmentLayout made(const FragmentType& type) {
  const Rule rule = rule_of(type);
  FragmentLayout layout;
  layout.elements = 1 << (rule.packed_bits + static_cast<int>(rule.steps.size()));
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    for (int i = 0; i < layout.elements; ++i) {
      layout.places[at].push_back(place_of(rule, lane, i));
    }
    layout.by_rows[at] = accesses_of(type, rule, layout.places[at], true);
    layout.by_cols[at] = accesses_of(type, rule, layout.places[at], false);
  }
  return layout;
}

}  // namespace

int rows_of(const FragmentType& type) {
  return type.operand == Operand::b ? type.k : type.m;
}
int cols_of(const FragmentType& type) {
  return type.operand == Operand::a ? type.k : type.n;
}

std::uint32_t bytes_of(Element element) {
  return is_byte(element) ? 1 : element == Element::half || element == Element::bfloat16 ? 2 : 4;
}

const FragmentLayout& layout_of(const FragmentType& type) {
  constexpr std::size_t kOperands = 3, kElements = 7, kShapes = 5;
  static std::array<std::optional<FragmentLayout>, kOperands * kElements * kShapes> known;
  const std::size_t shape = is_of_ptx(type) ? (type.k == 8 ? 4 : 3)
                            : type.m == 16  ? 0
                            : type.m == 8   ? 1
                                            : 2;
  const std::size_t at = (static_cast<std::size_t>(type.operand) * kElements +
                          static_cast<std::size_t>(type.element)) *
                             kShapes +
                         shape;
  if (!known[at]) {
    known[at] = made(type);
  }
  return *known[at];
}

}  // namespace simt
