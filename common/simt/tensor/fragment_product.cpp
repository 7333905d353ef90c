#include "common/simt/tensor/fragment_product.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/simt/shim/half/narrow_format.h"
#include "common/simt/tensor/multiply_accumulate.h"
#include "common/simt/tensor/number_formats.h"
#include "common/simt/tensor/tensor_unit.h"

namespace simt {
namespace {

constexpr int kMostElements = 32 * 16;

// The modelled H100. Its compiler makes two instructions of a wmma of TF32, of four products each,
// and one of mma.sync, whose results are 16 x 8.
TensorUnit unit_for(TensorShape shape) {
  TensorUnit unit = tensor_unit(9, 0);
  if (shape.m * shape.n > 16 * 8) {
    unit.tf32_depth = 4;
  }
  return unit;
}

NumberFormat format_of(Element element) {
  return element == Element::tf32       ? NumberFormat::tf32
         : element == Element::half     ? NumberFormat::half
         : element == Element::bfloat16 ? NumberFormat::bfloat16
                                        : NumberFormat::float32;
}

bool is_whole(Element element) {
  return element == Element::signed_byte || element == Element::unsigned_byte ||
         element == Element::int32;
}

const FragmentProduct& first_of(const WarpProduct& calls) {
  std::size_t lane = 0;
  while (calls[lane] == nullptr) {
    ++lane;
  }
  return *calls[lane];
}

// Where an element of the matrix is in the arrays: B column after column.
int index_of(const FragmentType& type, MatrixPlace at) {
  return type.operand == Operand::a   ? at.row * type.k + at.col
         : type.operand == Operand::b ? at.col * type.k + at.row
                                      : at.row * type.n + at.col;
}

// `part(call)`: the lane's elements.
template <class Part>
void gather(const WarpProduct& calls, const FragmentType& type, Part part, std::uint32_t* matrix) {
  const FragmentLayout& layout = layout_of(type);
  const std::uint32_t bytes = bytes_of(type.element);
  for (std::size_t lane = 0; lane < calls.size(); ++lane) {
    const auto* from =
        calls[lane] != nullptr ? static_cast<const char*>(part(*calls[lane])) : nullptr;
    for (const MatrixPlace at : layout.places[lane]) {
      std::uint32_t bits = 0;
      if (from != nullptr) {
        std::memcpy(&bits, from, bytes);
        from += bytes;
      }
      matrix[index_of(type, at)] = bits;
    }
  }
}

void scatter(const WarpProduct& calls, const FragmentType& type, const std::uint32_t* matrix) {
  const FragmentLayout& layout = layout_of(type);
  const std::uint32_t bytes = bytes_of(type.element);
  for (std::size_t lane = 0; lane < calls.size(); ++lane) {
    if (calls[lane] == nullptr) {
      continue;
    }
    auto* to = static_cast<char*>(calls[lane]->d);
    for (const MatrixPlace at : layout.places[lane]) {
      std::memcpy(to, &matrix[index_of(type, at)], bytes);
      to += bytes;
    }
  }
}

bool is_unset(const FragmentType& type, const void* elements) {
  const std::uint32_t bytes = bytes_of(type.element);
  const auto* at = static_cast<const char*>(elements);
  const int count = layout_of(type).elements;
  for (int i = 0; i < count; ++i, at += bytes) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, at, bytes);
    if (bits == (bytes == 2 ? kUnsetHalf : kUnsetElement)) {
      return true;
    }
  }
  return false;
}

float float_of(std::uint32_t bits) {
  float x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
std::uint32_t bits_of(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof x);
  return bits;
}

// Sums of two types are added as floats.
void multiply_floating(const FragmentProduct& call, TensorShape shape, const std::uint32_t* a,
                       const std::uint32_t* b, std::uint32_t* sums) {
  const Element before = call.of_c.element, after = call.of_d.element;
  const int count = shape.m * shape.n;
  if (before == Element::half && after != before) {
    std::transform(sums, sums + count, sums,
                   [](std::uint32_t bits) { return bits_of(HalfFormat::value(bits)); });
  }
  multiply_accumulate(unit_for(shape), format_of(call.of_a.element),
                      before == after ? format_of(after) : NumberFormat::float32, shape, a, b, sums,
                      sums);
  if (after == Element::half && before != after) {
    std::transform(sums, sums + count, sums,
                   [](std::uint32_t bits) { return HalfFormat::round(float_of(bits)); });
  }
}

}  // namespace

std::optional<UnsetOperand> find_unset(const WarpProduct& calls) {
  for (std::size_t lane = 0; lane < calls.size(); ++lane) {
    if (const FragmentProduct* const call = calls[lane]) {
      const auto at = static_cast<int>(lane);
      if (is_unset(call->of_c, call->c)) {
        return UnsetOperand{Operand::sums, at};
      }
      if (!is_whole(call->of_a.element) && is_unset(call->of_a, call->a)) {
        return UnsetOperand{Operand::a, at};
      }
      if (!is_whole(call->of_b.element) && is_unset(call->of_b, call->b)) {
        return UnsetOperand{Operand::b, at};
      }
    }
  }
  return std::nullopt;
}

void multiply(const WarpProduct& calls) {
  const FragmentProduct& call = first_of(calls);
  const TensorShape shape{call.of_a.m, call.of_a.n, call.of_a.k};
  std::uint32_t a[kMostElements], b[kMostElements], c[kMostElements];
  gather(
      calls, call.of_a, [](const FragmentProduct& each) { return each.a; }, a);
  gather(
      calls, call.of_b, [](const FragmentProduct& each) { return each.b; }, b);
  gather(
      calls, call.of_c, [](const FragmentProduct& each) { return each.c; }, c);
  if (is_whole(call.of_a.element)) {
    multiply_accumulate_integers(call.of_a.element == Element::signed_byte, shape, a, b, c, c,
                                 call.saturated);
  } else {
    multiply_floating(call, shape, a, b, c);
  }
  scatter(calls, call.of_d, c);
}

}  // namespace simt
