// Instructions of Hopper, compute capability 9.0 (compiled for sm_90a), that CUDA C++ has no
// function for, one in each function: products of four warps from shared memory, barriers that
// count bytes, and copies of whole tiles. The simulator has none of them.
#pragma once

#include <cuda.h>  // CUtensorMap: types only, nothing is linked
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

__device__ inline unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// ---- Products. Four warps, a warpgroup, start them together, and they run on alone.

// Of a tile in shared memory with rows of 128 bytes, swizzled. strip_bytes: where rows do not go
// along k, from the strip of columns that they hold to the next one.
__device__ inline uint64_t describe(const void* tile, int strip_bytes = 16) {
  constexpr uint64_t kEightRows = 1024, kSwizzle128 = 1;
  return (shared_address(tile) & 0x3ffff) / 16 | uint64_t(strip_bytes / 16) << 16 |
         kEightRows / 16 << 32 | kSwizzle128 << 62;
}

// Before the first product: registers and shared memory are as the code says.
__device__ inline void begin_products() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

// What was started since the last call is a group.
__device__ inline void end_group() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Until at most kLeft groups are still running.
template <int kLeft>
__device__ inline void wait_for_groups() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
}

// A lane's sums: warp w of four has rows 16w to 16w + 15, d[j] columns 8j to 8j + 7, as mma.sync.
#define GEMM_QUAD(j) "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
#define GEMM_SUMS_32(j)                                                                 \
  GEMM_QUAD(j), GEMM_QUAD(j + 1), GEMM_QUAD(j + 2), GEMM_QUAD(j + 3), GEMM_QUAD(j + 4), \
      GEMM_QUAD(j + 5), GEMM_QUAD(j + 6), GEMM_QUAD(j + 7)
#define GEMM_SUMS GEMM_SUMS_32(0), GEMM_SUMS_32(8), GEMM_SUMS_32(16), GEMM_SUMS_32(24)
#define GEMM_NAMES                                                                   \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, " \
  "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, " \
  "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, " \
  "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, " \
  "%66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, " \
  "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, " \
  "%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "     \
  "%111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, "   \
  "%124, %125, %126, %127"

// d += a * b in bf16, [64, 256] += [64, 16] * [16, 256]: a's rows go along k, b's along its
// columns.
__device__ inline void start_product(float (&d)[32][4], uint64_t a, uint64_t b) {
  asm volatile(
      "{ .reg .pred adds; setp.eq.u32 adds, 0, 0; "
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {" GEMM_NAMES
      "}, "
      "%128, %129, adds, 1, 1, 0, 1; }"
      : GEMM_SUMS
      : "l"(a), "l"(b));
}

// d += a * b in TF32, [64, 256] += [64, 8] [8, 256]: a is in registers, as mma.sync has it; b's
// rows in shared memory go along k.
__device__ inline void start_product(float (&d)[32][4], const float (&a)[4], uint64_t b) {
  asm volatile(
      "{ .reg .pred adds; setp.eq.u32 adds, 0, 0; "
      "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 {" GEMM_NAMES
      "}, "
      "{%128, %129, %130, %131}, %132, adds, 1, 1; }"
      : GEMM_SUMS
      : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
        "r"(__float_as_uint(a[3])), "l"(b));
}

// What this thread has stored or copied to shared memory is seen by products, too.
__device__ inline void show_to_products() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// Stores a warpgroup's sums to c, which points to the first of its 64 rows.
__device__ inline void store(const float (&d)[32][4], float* c, int n) {
  const int row = threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4;
  const int col = threadIdx.x % 4 * 2;
  for (int j = 0; j < 32; ++j) {
    for (int e = 0; e < 4; e += 2) {
      *reinterpret_cast<float2*>(&c[(row + e / 2 * 8) * n + j * 8 + col]) =
          make_float2(d[j][e], d[j][e + 1]);
    }
  }
}

// The threads of a warpgroup have this many registers from now on: what one gives, another takes.
template <int kRegisters>
__device__ inline void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
template <int kRegisters>
__device__ inline void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}

// ---- Barriers in shared memory, whose phases alternate between 0 and 1.

using Barrier = uint64_t;

// A phase ends after so many arrivals, when all bytes that were announced are there.
__device__ inline void init(Barrier& barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)),
               "r"(arrivals)
               : "memory");
}

// After the last init: copies see the barriers, too.
__device__ inline void show_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ inline void arrive(Barrier& barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier))
               : "memory");
}

__device__ inline void arrive_and_expect(Barrier& barrier, int bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
      "r"(bytes)
      : "memory");
}

// Until the phase with this parity has ended. A new barrier is in phase 0: phase 1 has ended.
__device__ inline void wait(Barrier& barrier, int parity) {
  unsigned has_ended = 0;
  while (has_ended == 0) {
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
        "selp.u32 %0, 1, 0, p; }"
        : "=r"(has_ended)
        : "r"(shared_address(&barrier)), "r"(parity)
        : "memory");
  }
}

// A ring of stages: which one is next, and in which phase its barriers are.
template <int kStages>
struct Turn {
  int stage = 0, phase = 0;
  __device__ void next() {
    stage = (stage + 1) % kStages;
    phase ^= stage == 0;
  }
};

// ---- Copies of whole tiles: one thread starts them, and the barrier counts their bytes.

__device__ inline void start_tile_copy(void* to, const CUtensorMap& matrix, int row, int col,
                                       Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)),
      "l"(&matrix), "r"(col), "r"(row), "r"(shared_address(&barrier))
      : "memory");
}

// Of a matrix in global memory, for copies of [box_rows, 128 bytes], which swizzle. Floats are
// rounded to TF32 on the way.
template <class T>
CUtensorMap describe_matrix(const T* matrix, int rows, int cols, int box_rows) {
  static const auto encode = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
#if CUDART_VERSION >= 12050
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                     &found);
#else
    cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found);
#endif
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
  }();
  const cuuint64_t extents[] = {cuuint64_t(cols), cuuint64_t(rows)};
  const cuuint64_t row_bytes[] = {cuuint64_t(cols) * sizeof(T)};
  const cuuint32_t box[] = {128 / sizeof(T), cuuint32_t(box_rows)};
  const cuuint32_t steps[] = {1, 1};
  CUtensorMap map{};
  encode(&map,
         std::is_same_v<T, float> ? CU_TENSOR_MAP_DATA_TYPE_TFLOAT32
                                  : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
         2, const_cast<T*>(matrix), extents, row_bytes, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
         CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}
