// CUDA's interface to tensor cores: fragments of matrices that the lanes of a warp hold together.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "tensor_abi.h"
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

namespace nvcuda::wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };

// To the nearest number with ten bits after the point, ties away from zero.
__device__ SIMT_INLINE float __float_to_tf32(float x) {
  const unsigned bits = __float_as_uint(x);
  const bool is_finite = (bits & 0x7f800000u) != 0x7f800000u;
  return __uint_as_float((is_finite ? bits + 0x1000u : bits) & ~0x1fffu);
}

}  // namespace nvcuda::wmma

namespace simt {

#define SIMT_ELEMENT(type, stored, element_)               \
  template <>                                              \
  struct FragmentElement<type> {                           \
    using Stored = stored;                                 \
    static constexpr Element kElement = Element::element_; \
  };
template <class T>
struct FragmentElement;
SIMT_ELEMENT(nvcuda::wmma::precision::tf32, float, tf32)
SIMT_ELEMENT(__half, __half, half)
SIMT_ELEMENT(__nv_bfloat16, __nv_bfloat16, bfloat16)
SIMT_ELEMENT(float, float, float32)
SIMT_ELEMENT(signed char, signed char, signed_byte)
SIMT_ELEMENT(unsigned char, unsigned char, unsigned_byte)
SIMT_ELEMENT(int, int, int32)
#undef SIMT_ELEMENT

// Elements of a thread: half precision holds all of A and B that a Volta had, some of them twice.
constexpr int fragment_elements(FragmentType type) {
  const int rows = type.operand == Operand::b ? type.k : type.m;
  const int cols = type.operand == Operand::a ? type.k : type.n;
  return type.element == Element::half && type.operand != Operand::sums ? 16 : rows * cols / 32;
}

}  // namespace simt

namespace nvcuda::wmma {

// Elements at x, as many as NVIDIA's has. A new fragment holds what shows that nothing set it.
template <class T, int kElements>
struct __align__(8) __frag_base {
  using element_type = T;
  using storage_element_type = typename simt::FragmentElement<T>::Stored;
  enum { num_elements = kElements, num_storage_elements = kElements };

  storage_element_type x[kElements];

  // Its accesses are not the student's. (The word for it would be a macro's, which counts as
  // theirs.)
  __device__ __attribute__((no_sanitize("thread"))) __frag_base() {
    for (int i = 0; i < kElements; ++i) {
      const unsigned unset = sizeof(x[0]) == 2 ? simt::kUnsetHalf : simt::kUnsetElement;
      __builtin_memcpy(static_cast<void*>(&x[i]), &unset, sizeof x[0]);
    }
  }
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

#define SIMT_FRAGMENT(use, operand_, m_, n_, k_, T, layout, by_rows_)                              \
  template <>                                                                                      \
  class fragment<use, m_, n_, k_, T, layout>                                                       \
      : public __frag_base<T, simt::fragment_elements({simt::Operand::operand_,                    \
                                                       simt::FragmentElement<T>::kElement, m_, n_, \
                                                       k_, by_rows_})> {                           \
   public:                                                                                         \
    static constexpr simt::FragmentType simt_type{                                                 \
        simt::Operand::operand_, simt::FragmentElement<T>::kElement, m_, n_, k_, by_rows_};        \
  };
#define SIMT_OPERANDS(m, n, k, T)                          \
  SIMT_FRAGMENT(matrix_a, a, m, n, k, T, row_major, true)  \
  SIMT_FRAGMENT(matrix_a, a, m, n, k, T, col_major, false) \
  SIMT_FRAGMENT(matrix_b, b, m, n, k, T, row_major, true)  \
  SIMT_FRAGMENT(matrix_b, b, m, n, k, T, col_major, false)
#define SIMT_SHAPES(Do, T) Do(16, 16, 16, T) Do(32, 8, 16, T) Do(8, 32, 16, T)
#define SIMT_SUMS(m, n, k, T) SIMT_FRAGMENT(accumulator, sums, m, n, k, T, void, true)
SIMT_SHAPES(SIMT_OPERANDS, __half)
SIMT_SHAPES(SIMT_OPERANDS, __nv_bfloat16)
SIMT_SHAPES(SIMT_OPERANDS, signed char)
SIMT_SHAPES(SIMT_OPERANDS, unsigned char)
SIMT_OPERANDS(16, 16, 8, precision::tf32)
SIMT_SHAPES(SIMT_SUMS, __half)
SIMT_SHAPES(SIMT_SUMS, float)
SIMT_SHAPES(SIMT_SUMS, int)
SIMT_SUMS(16, 16, 8, float)
#undef SIMT_SUMS
#undef SIMT_SHAPES
#undef SIMT_OPERANDS
#undef SIMT_FRAGMENT

template <class T, int kElements>
__device__ SIMT_INLINE void fill_fragment(__frag_base<T, kElements>& f,
                                          const typename simt::FragmentElement<T>::Stored& value) {
  for (int i = 0; i < kElements; ++i) {
    f.x[i] = value;
  }
}

template <class Use, int m, int n, int k, class T, class Layout>
__device__ SIMT_INLINE void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& f,
                                             const typename simt::FragmentElement<T>::Stored* p,
                                             unsigned ldm) {
  static_assert(!__is_same(Use, accumulator), "an accumulator is loaded with a layout");
  simt::load_fragment(f.simt_type, f.x, p, ldm, f.simt_type.by_rows);
}
template <int m, int n, int k, class T>
__device__ SIMT_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T>& f,
                                             const typename simt::FragmentElement<T>::Stored* p,
                                             unsigned ldm, layout_t layout) {
  simt::load_fragment(f.simt_type, f.x, p, ldm, layout == mem_row_major);
}
template <int m, int n, int k, class T>
__device__ SIMT_INLINE void store_matrix_sync(typename simt::FragmentElement<T>::Stored* p,
                                              const fragment<accumulator, m, n, k, T>& f,
                                              unsigned ldm, layout_t layout) {
  simt::store_fragment(f.simt_type, f.x, p, ldm, layout == mem_row_major);
}

template <class D, class A, class B, class C>
__device__ SIMT_INLINE void simt_multiply(D& d, const A& a, const B& b, const C& c,
                                          bool saturated) {
  simt::multiply_fragments(
      {a.simt_type, b.simt_type, c.simt_type, d.simt_type, a.x, b.x, c.x, d.x, saturated});
}
// Floating point: A and B of one type.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class D, class C>
__device__ SIMT_INLINE void mma_sync(
    fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
    const fragment<matrix_b, m, n, k, T, LayoutB>& b,
    const fragment<accumulator, m, n, k, C>& c) requires(!__is_same(T, signed char) &&
                                                         !__is_same(T, unsigned char) &&
                                                         !__is_same(C, int) && !__is_same(D, int) &&
                                                         (__is_same(T, __half) ||
                                                          (__is_same(C, float) &&
                                                           __is_same(D, float)))) {
  simt_multiply(d, a, b, c, false);
}
template <int m, int n, int k, class T, class LayoutA, class LayoutB>
__device__ SIMT_INLINE void mma_sync(fragment<accumulator, m, n, k, int>& d,
                                     const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                     const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                                     const fragment<accumulator, m, n, k, int>& c,
                                     bool satf = false) requires(__is_same(T, signed char) ||
                                                                 __is_same(T, unsigned char)) {
  simt_multiply(d, a, b, c, satf);
}

}  // namespace nvcuda::wmma
