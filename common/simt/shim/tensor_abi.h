// What mma.h, and the instructions that asm is translated to, call: operations of a whole warp on
// fragments of matrices. A thread passes its own part.
#pragma once

#include "simt_abi.h"

namespace simt {

enum class Element { tf32, half, bfloat16, float32, signed_byte, unsigned_byte, int32 };
enum class Operand { a, b, sums };

// A fragment's type. by_rows: how A and B lie in memory; sums are told at each call.
struct FragmentType {
  Operand operand;
  Element element;
  int m, n, k;
  bool by_rows;

  bool operator==(const FragmentType&) const = default;
};

// `matrix` points to the first element, rows or columns are `pitch` elements apart; `elements`:
// the thread's.
void load_fragment(const FragmentType& type, void* elements, const void* matrix, unsigned pitch,
                   bool by_rows);
void store_fragment(const FragmentType& type, const void* elements, void* matrix, unsigned pitch,
                    bool by_rows);

// d = a * b + c, of the same shape. saturated: whole numbers stay at the ends of their range.
struct FragmentProduct {
  const FragmentType &of_a, &of_b, &of_c, &of_d;
  const void *a, *b, *c;
  void* d;
  bool saturated;
};
void multiply_fragments(const FragmentProduct& product);

// The content of a fragment that nothing has set: a NaN, unless it is of bytes.
inline constexpr unsigned kUnsetElement = 0x7fa5a5a5u, kUnsetHalf = 0x7fa5u;

}  // namespace simt
