// Writes what a GPU computes for the inputs of vector_inputs.h, and where it puts the elements of
// fragments: the files h100* of this folder.
//
//   nvcc -std=c++20 -arch=sm_90 -o make_vectors make_vectors.cu && ./make_vectors FOLDER
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "asm_products.cuh"
#include "products.cuh"
#include "vector_inputs.h"

using namespace simt::vectors;
using namespace nvcuda;

namespace {

void check(cudaError_t error, int line) {
  if (error != cudaSuccess) {
    std::printf("line %d: %s\n", line, cudaGetErrorString(error));
    std::exit(1);
  }
}
#define CHECK(call) check(call, __LINE__)

template <class T>
T* to_gpu(const std::vector<T>& values) {
  T* p = nullptr;
  CHECK(cudaMalloc(&p, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
template <class T>
std::vector<T> from_gpu(T* p, std::size_t count) {
  std::vector<T> values(count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(values.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(p));
  return values;
}
template <class T>
void write(std::FILE* file, const std::vector<T>& values) {
  std::fwrite(values.data(), sizeof(T), values.size(), file);
}

// ---- multiplications ----

__device__ std::uint32_t pair(const std::uint32_t* row, int p) {
  return row[p] | row[p + 1] << 16;
}
__device__ std::uint32_t four(const std::uint32_t* row, int p) {
  return row[p] | row[p + 1] << 8 | row[p + 2] << 16 | row[p + 3] << 24;
}

#define FLOAT_K16(types)                                                                      \
  asm volatile("mma.sync.aligned.m16n8k16.row.col." types                                     \
               " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"                   \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                               \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), \
                 "r"(c[1]), "r"(c[2]), "r"(c[3]))
#define FLOAT_K8(types)                                         \
  asm volatile("mma.sync.aligned.m16n8k8.row.col." types        \
               " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))
#define INT_K16(types)                                          \
  asm volatile("mma.sync.aligned.m16n8k16.row.col." types       \
               " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))

// One warp a tile.
__global__ void multiply(const Tile* tiles, std::uint32_t* results, int kind) {
  const Tile& tile = tiles[blockIdx.x];
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  const int rows[4] = {g, g, g + 8, g + 8}, cols[4] = {2 * t, 2 * t + 1, 2 * t, 2 * t + 1};
  std::uint32_t a[4] = {}, b[2] = {}, c[4], d[4] = {};
  for (int i = 0; i < 4; ++i) {
    c[i] = tile.c[rows[i]][cols[i]];
  }
  const bool half_sums = kind == 2 || kind == 7;
  if (half_sums) {
    c[0] |= c[1] << 16;
    c[1] = c[2] | c[3] << 16;
  }
  if (kind == 0) {  // tf32
    a[0] = tile.a[g][t], a[1] = tile.a[g + 8][t];
    a[2] = tile.a[g][t + 4], a[3] = tile.a[g + 8][t + 4];
    b[0] = tile.b[g][t], b[1] = tile.b[g][t + 4];
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
        "{%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]),
          "r"(c[2]), "r"(c[3]));
  } else if (kind == 9) {
    a[0] = tile.a[g][t], a[1] = tile.a[g + 8][t];
    b[0] = tile.b[g][t];
    asm volatile(
        "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
        "{%4,%5}, {%6}, {%7,%8,%9,%10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
  } else if (kind == 4 || kind == 5) {
    a[0] = four(tile.a[g], 4 * t), a[1] = four(tile.a[g + 8], 4 * t);
    b[0] = four(tile.b[g], 4 * t);
    if (kind == 4) {
      INT_K16("s32.s8.s8.s32");
    } else {
      INT_K16("s32.u8.u8.s32");
    }
  } else {
    a[0] = pair(tile.a[g], 2 * t), a[1] = pair(tile.a[g + 8], 2 * t);
    b[0] = pair(tile.b[g], 2 * t);
    if (kind < 6) {
      a[2] = pair(tile.a[g], 2 * t + 8), a[3] = pair(tile.a[g + 8], 2 * t + 8);
      b[1] = pair(tile.b[g], 2 * t + 8);
    }
    switch (kind) {
      case 1:
        FLOAT_K16("f32.f16.f16.f32");
        break;
      case 3:
        FLOAT_K16("f32.bf16.bf16.f32");
        break;
      case 6:
        FLOAT_K8("f32.f16.f16.f32");
        break;
      case 8:
        FLOAT_K8("f32.bf16.bf16.f32");
        break;
      case 2:
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, "
            "{%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
            : "=r"(d[0]), "=r"(d[1])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),
              "r"(c[1]));
        break;
      case 7:
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, "
            "{%2,%3}, {%4}, {%5,%6};"
            : "=r"(d[0]), "=r"(d[1])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]));
        break;
    }
  }
  if (half_sums) {
    d[3] = d[1] >> 16, d[2] = d[1] & 0xffff;
    d[1] = d[0] >> 16, d[0] &= 0xffff;
  }
  for (int i = 0; i < 4; ++i) {
    results[(blockIdx.x * kRows + rows[i]) * kCols + cols[i]] = d[i];
  }
}

void write_multiplications(const std::string& folder) {
  std::FILE* file = std::fopen((folder + "/h100_tiles.bin").c_str(), "wb");
  for (int kind = 0; kind < kKindCount; ++kind) {
    std::vector<Tile> tiles;
    for (int i = 0; i < kHardTiles; ++i) {
      tiles.push_back(draw(kind, true, i));
    }
    for (int i = 0; i < kRandomTiles; ++i) {
      tiles.push_back(draw(kind, false, i));
    }
    Tile* on_gpu = to_gpu(tiles);
    const std::size_t outputs = tiles.size() * kRows * kCols;
    std::uint32_t* results = nullptr;
    CHECK(cudaMalloc(&results, outputs * 4));
    multiply<<<tiles.size(), 32>>>(on_gpu, results, kind);
    write(file, from_gpu(results, outputs));
    CHECK(cudaFree(on_gpu));
  }
  std::fclose(file);
}

// ---- conversions: of each float, to half and bfloat16 in four roundings, and to TF32 ----

__device__ std::uint16_t raw(__half h) {
  return __half_as_ushort(h);
}
__device__ std::uint16_t raw(__nv_bfloat16 h) {
  return __bfloat16_as_ushort(h);
}

struct Converted {
  std::uint16_t half[4], bfloat16[4];
  std::uint32_t tf32;
};

__global__ void convert(const std::uint32_t* from, Converted* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = __uint_as_float(from[i]);
  to[i] = {{raw(__float2half_rn(x)), raw(__float2half_rz(x)), raw(__float2half_rd(x)),
            raw(__float2half_ru(x))},
           {raw(__float2bfloat16_rn(x)), raw(__float2bfloat16_rz(x)), raw(__float2bfloat16_rd(x)),
            raw(__float2bfloat16_ru(x))},
           __float_as_uint(nvcuda::wmma::__float_to_tf32(x))};
}

void write_conversions(const std::string& folder) {
  constexpr int kCount = kConversions;
  Random random(7);
  std::vector<std::uint32_t> from(kCount);
  for (std::uint32_t& x : from) {
    x = draw_float(random);
  }
  Converted* to = nullptr;
  CHECK(cudaMalloc(&to, kCount * sizeof(Converted)));
  convert<<<kCount / 256, 256>>>(to_gpu(from), to);
  std::FILE* file = std::fopen((folder + "/h100_conversions.bin").c_str(), "wb");
  write(file, from_gpu(to, kCount));
  std::fclose(file);
}

// ---- functions of one argument: for all 65,536 ----

__device__ __half as(std::uint16_t bits, __half) {
  return __ushort_as_half(bits);
}
__device__ __nv_bfloat16 as(std::uint16_t bits, __nv_bfloat16) {
  return __ushort_as_bfloat16(bits);
}

constexpr int kUnary = 18;
template <class T>
__global__ void unary(std::uint16_t* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T x = as(static_cast<std::uint16_t>(i), T());
  const std::uint16_t results[kUnary] = {
      raw(hsqrt(x)), raw(hrsqrt(x)), raw(hrcp(x)),   raw(hexp(x)),   raw(hexp2(x)),  raw(hexp10(x)),
      raw(hlog(x)),  raw(hlog2(x)),  raw(hlog10(x)), raw(hsin(x)),   raw(hcos(x)),   raw(hfloor(x)),
      raw(hceil(x)), raw(htrunc(x)), raw(hrint(x)),  raw(__hneg(x)), raw(__habs(x)), raw(htanh(x))};
  for (int f = 0; f < kUnary; ++f) {
    to[f << 16 | i] = results[f];
  }
}
// To whole numbers, in four roundings (nearest, zero, down, up), int, unsigned, short; and back.
#define TO_WHOLE(from, name)                                                    \
  to[i] = from##2int_rn(x), to[65536 + i] = from##2int_rz(x),                   \
  to[2 * 65536 + i] = from##2int_rd(x), to[3 * 65536 + i] = from##2int_ru(x),   \
  to[4 * 65536 + i] = from##2uint_rn(x), to[5 * 65536 + i] = from##2uint_rz(x), \
  to[6 * 65536 + i] = from##2short_rn(x), to[7 * 65536 + i] = from##2ushort_rz(x)
__global__ void whole(std::uint32_t* to, const std::uint32_t* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  {
    const __half x = __ushort_as_half(i);
    TO_WHOLE(__half, half);
    to[8 * 65536 + i] = raw(__int2half_rn(from[i]));
    to[9 * 65536 + i] = raw(__uint2half_rn(from[i]));
    to[10 * 65536 + i] = raw(__int2half_rz(from[i]));
    to[11 * 65536 + i] = raw(
        __double2half(__longlong_as_double(static_cast<long long>(from[i]) << 32 | from[i ^ 1])));
  }
  to += 12 * 65536;
  {
    const __nv_bfloat16 x = __ushort_as_bfloat16(i);
    TO_WHOLE(__bfloat16, bfloat16);
    to[8 * 65536 + i] = raw(__int2bfloat16_rn(from[i]));
    to[9 * 65536 + i] = raw(__uint2bfloat16_rn(from[i]));
    to[10 * 65536 + i] = raw(__int2bfloat16_rz(from[i]));
    to[11 * 65536 + i] = raw(__double2bfloat16(
        __longlong_as_double(static_cast<long long>(from[i]) << 32 | from[i ^ 1])));
  }
}

// A sum of products by operators, which compilers may fuse.
template <class T>
__global__ void sum_by_operators(const std::uint32_t* from, std::uint16_t* to) {
  const int i = threadIdx.x;
  T sum = as(0, T()), by_calls = as(0, T());
  for (int p = 0; p < 16; ++p) {
    const T x = as(static_cast<std::uint16_t>(from[(i * 16 + p) * 2]), T());
    const T y = as(static_cast<std::uint16_t>(from[(i * 16 + p) * 2 + 1]), T());
    sum += x * y;
    by_calls = __hadd(by_calls, __hmul(x, y));
  }
  to[2 * i] = raw(sum);
  to[2 * i + 1] = raw(by_calls);
}

template <class T>
void write_sums(std::FILE* file, Format format) {
  Random random(13);
  std::vector<std::uint32_t> from(256 * 32);
  for (std::uint32_t& x : from) {
    x = detail::number(random, format, format.bias() - 3, format.bias());
  }
  std::uint16_t* to = nullptr;
  CHECK(cudaMalloc(&to, 1024));
  sum_by_operators<T><<<1, 256>>>(to_gpu(from), to);
  write(file, from_gpu(to, 512));
}

// 64 products of 16 x 16 x 16: saturated, or with C and D of two types.
template <class In, class D, class C, bool kSaturated>
__global__ void multiply_16(const In* a, const In* b, const C* c, D* d) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, In, wmma::row_major> of_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, In, wmma::row_major> of_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, C> before;
  wmma::fragment<wmma::accumulator, 16, 16, 16, D> after;
  wmma::load_matrix_sync(of_a, a + blockIdx.x * 256, 16);
  wmma::load_matrix_sync(of_b, b + blockIdx.x * 256, 16);
  wmma::load_matrix_sync(before, c + blockIdx.x * 256, 16, wmma::mem_row_major);
  if constexpr (kSaturated) {
    wmma::mma_sync(after, of_a, of_b, before, true);
  } else {
    wmma::mma_sync(after, of_a, of_b, before);
  }
  wmma::store_matrix_sync(d + blockIdx.x * 256, after, 16, wmma::mem_row_major);
}

template <class In, class D, class C, bool kSaturated>
void write_16(std::FILE* file, int kind_number) {
  const Kind& kind = kKinds[kind_number];
  Random random(17);
  std::vector<In> a, b;
  std::vector<C> c;
  for (int i = 0; i < 256 * 64; ++i) {
    const int what = i / 256 % kHardKinds;
    const auto one = [&](auto& to, std::uint32_t bits) {
      to.resize(to.size() + 1);
      std::memcpy(static_cast<void*>(&to.back()), &bits, sizeof(to.back()));
    };
    one(a, detail::operand_of(random, kind, true, what, 3));
    one(b, detail::operand_of(random, kind, true, what, 3));
    one(c, detail::sum_of(random, kind, Tile{}, 0, 0, true, what == cancelling ? ties : what, 3));
  }
  D* d = nullptr;
  CHECK(cudaMalloc(&d, c.size() * sizeof(D)));
  multiply_16<In, D, C, kSaturated><<<64, 32>>>(to_gpu(a), to_gpu(b), to_gpu(c), d);
  write(file, from_gpu(d, c.size()));
}

void write_extras(const std::string& folder) {
  std::FILE* file = std::fopen((folder + "/extras.bin").c_str(), "wb");
  write_sums<__half>(file, kHalf);
  write_sums<__nv_bfloat16>(file, kBfloat16);
  write_16<signed char, int, int, true>(file, 4);
  write_16<half, half, float, false>(file, 1);
  write_16<half, float, half, false>(file, 2);
  std::fclose(file);
}

void write_unary(const std::string& folder) {
  std::FILE* file = std::fopen((folder + "/unary.bin").c_str(), "wb");
  std::uint16_t* to = nullptr;
  CHECK(cudaMalloc(&to, kUnary << 17));
  unary<__half><<<256, 256>>>(to);
  write(file, from_gpu(to, kUnary << 16));
  CHECK(cudaMalloc(&to, kUnary << 17));
  unary<__nv_bfloat16><<<256, 256>>>(to);
  write(file, from_gpu(to, kUnary << 16));
  Random random(9);
  std::vector<std::uint32_t> from(65536);
  for (std::uint32_t& x : from) {
    const int bits = random.between(0, 32);
    x = static_cast<std::uint32_t>(random.bits() >> 32) >> (bits == 32 ? 0 : bits);
    x = random.one_in(2) ? x : 0u - x;
    x = random.one_in(3) ? draw_float(random) : x;
  }
  std::uint32_t* wide = nullptr;
  CHECK(cudaMalloc(&wide, 24 << 18));
  whole<<<256, 256>>>(wide, to_gpu(from));
  write(file, from_gpu(wide, 24 << 16));
  std::fclose(file);
}

// ---- functions of two and three arguments ----

template <class T>
__global__ void binary(const std::uint32_t* from, std::uint16_t* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T x = as(static_cast<std::uint16_t>(from[3 * i]), T());
  const T y = as(static_cast<std::uint16_t>(from[3 * i + 1]), T());
  const T z = as(static_cast<std::uint16_t>(from[3 * i + 2]), T());
  const std::uint16_t compared = __heq(x, y) | __hne(x, y) << 1 | __hle(x, y) << 2 |
                                 __hge(x, y) << 3 | __hlt(x, y) << 4 | __hgt(x, y) << 5 |
                                 __hequ(x, y) << 6 | __hneu(x, y) << 7 | __hleu(x, y) << 8 |
                                 __hgeu(x, y) << 9 | __hltu(x, y) << 10 | __hgtu(x, y) << 11 |
                                 (__hisnan(x) ? 1 : 0) << 12 | (__hisinf(x) & 3) << 13;
  T added = x;
  added += y;
  const std::uint16_t results[kBinary] = {raw(__hadd(x, y)),
                                          raw(__hsub(x, y)),
                                          raw(__hmul(x, y)),
                                          raw(__hfma(x, y, z)),
                                          raw(__hdiv(x, y)),
                                          raw(__hmin(x, y)),
                                          raw(__hmax(x, y)),
                                          raw(__hmin_nan(x, y)),
                                          raw(__hmax_nan(x, y)),
                                          raw(__hadd_sat(x, y)),
                                          raw(__hsub_sat(x, y)),
                                          raw(__hmul_sat(x, y)),
                                          raw(__hfma_sat(x, y, z)),
                                          raw(__hfma_relu(x, y, z)),
                                          raw(__hadd_rn(x, y)),
                                          raw(__hmul_rn(x, y)),
                                          compared,
                                          raw(added),
                                          raw(x * y)};
  for (int f = 0; f < kBinary; ++f) {
    to[i * kBinary + f] = results[f];
  }
}

template <class T>
void write_binary_of(std::FILE* file, Format format, int seed) {
  constexpr int kCount = kTriples;
  Random random(seed);
  std::vector<std::uint32_t> from(3 * kCount);
  for (std::uint32_t& x : from) {
    x = draw_bits(random, format);
  }
  std::uint16_t* to = nullptr;
  CHECK(cudaMalloc(&to, kBinary * kCount * 2));
  binary<T><<<kCount / 256, 256>>>(to_gpu(from), to);
  write(file, from_gpu(to, kBinary * kCount));
}

void write_binary(const std::string& folder) {
  std::FILE* file = std::fopen((folder + "/h100_arithmetic.bin").c_str(), "wb");
  write_binary_of<__half>(file, kHalf, 11);
  write_binary_of<__nv_bfloat16>(file, kBfloat16, 12);
  std::fclose(file);
}

// ---- layouts: which element is x[i] of each lane ----

// The matrix holds at each place its row * 64 + col, in as many loads as that has bytes.
template <class Fragment, class T, bool kSum>
__global__ void place(const T* matrix, int* places, int ldm, wmma::layout_t layout) {
  Fragment f;
  if constexpr (kSum) {
    wmma::load_matrix_sync(f, matrix, ldm, layout);
  } else {
    wmma::load_matrix_sync(f, matrix, ldm);
  }
  for (int i = 0; i < f.num_elements; ++i) {
    int bits = 0;
    std::memcpy(&bits, &f.x[i], sizeof(T));
    places[threadIdx.x * f.num_elements + i] = bits;
  }
}

template <class Fragment, class T, bool kSum>
void write_layout(std::FILE* file, const char* name, int rows, int cols, bool by_rows) {
  std::vector<int> all;
  for (int byte = 0; byte < 2; ++byte) {
    std::vector<T> matrix(64 * 64);
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        const int bits = (row * 64 + col) >> (sizeof(T) == 1 ? 8 * byte : 0);
        std::memcpy(static_cast<void*>(&matrix[by_rows ? row * 64 + col : col * 64 + row]), &bits,
                    sizeof(T));
      }
    }
    int* places = nullptr;
    const int count = 32 * Fragment::num_elements;
    CHECK(cudaMalloc(&places, count * 4));
    place<Fragment, T, kSum><<<1, 32>>>(to_gpu(matrix), places, 64,
                                        by_rows ? wmma::mem_row_major : wmma::mem_col_major);
    const std::vector<int> part = from_gpu(places, count);
    all.resize(count);
    for (int i = 0; i < count; ++i) {
      all[i] = sizeof(T) == 1 ? all[i] | (part[i] & 255) << 8 * byte : part[i];
    }
  }
  std::fprintf(file, "layout %s: %d elements\n", name, int(Fragment::num_elements));
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < Fragment::num_elements; ++i) {
      const int at = all[lane * Fragment::num_elements + i];
      std::fprintf(file, " %d,%d", at / 64, at % 64);
    }
    std::fprintf(file, "\n");
  }
}

#define LAYOUTS_AB(type, T, m, n, k)                                                      \
  write_layout<wmma::fragment<wmma::matrix_a, m, n, k, type, wmma::row_major>, T, false>( \
      file, #type " " #m " " #n " " #k " a row", m, k, true);                             \
  write_layout<wmma::fragment<wmma::matrix_a, m, n, k, type, wmma::col_major>, T, false>( \
      file, #type " " #m " " #n " " #k " a col", m, k, false);                            \
  write_layout<wmma::fragment<wmma::matrix_b, m, n, k, type, wmma::row_major>, T, false>( \
      file, #type " " #m " " #n " " #k " b row", k, n, true);                             \
  write_layout<wmma::fragment<wmma::matrix_b, m, n, k, type, wmma::col_major>, T, false>( \
      file, #type " " #m " " #n " " #k " b col", k, n, false);
#define LAYOUT_C(T, m, n, k)                                            \
  write_layout<wmma::fragment<wmma::accumulator, m, n, k, T>, T, true>( \
      file, #T " " #m " " #n " " #k " c row", m, n, true);              \
  write_layout<wmma::fragment<wmma::accumulator, m, n, k, T>, T, true>( \
      file, #T " " #m " " #n " " #k " c col", m, n, false);
#define LAYOUTS_16(type)             \
  LAYOUTS_AB(type, type, 16, 16, 16) \
  LAYOUTS_AB(type, type, 32, 8, 16)  \
  LAYOUTS_AB(type, type, 8, 32, 16)
#define LAYOUTS_C(type)      \
  LAYOUT_C(type, 16, 16, 16) \
  LAYOUT_C(type, 32, 8, 16)  \
  LAYOUT_C(type, 8, 32, 16)

void write_layouts(std::FILE* file) {
  using schar = signed char;
  using uchar = unsigned char;
  LAYOUTS_16(half)
  LAYOUTS_16(nv_bfloat16)
  LAYOUTS_16(schar)
  LAYOUTS_16(uchar)
  LAYOUTS_AB(wmma::precision::tf32, float, 16, 16, 8)
  LAYOUTS_C(half)
  LAYOUTS_C(float)
  LAYOUTS_C(int)
  LAYOUT_C(float, 16, 16, 8)
}

void write_products(const std::string& folder, std::FILE* text) {
  std::FILE* file = std::fopen((folder + "/products.bin").c_str(), "wb");
  const auto write_one = [&](const char* name, const std::vector<unsigned char>& c) {
    CHECK(cudaGetLastError());
    std::fprintf(text, "%016llx %s\n", static_cast<unsigned long long>(products::checksum(c)),
                 name);
    write(file, c);
  };
  for (const auto& [size, k] : {std::pair{256, 4096}, std::pair{64, 512}}) {
    std::fprintf(text, "products %d %d %d\n", size, size, k);
    products::each(size, size, k, write_one);
    products::each_by_asm(size, size, k, write_one);
  }
  std::fclose(file);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::printf("usage: make_vectors FOLDER\n");
    return 2;
  }
  const std::string folder = arguments[1];
  std::FILE* text = std::fopen((folder + "/h100.txt").c_str(), "w");
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  std::fprintf(text, "device %s\n", device.name);
  write_multiplications(folder);
  write_conversions(folder);
  write_unary(folder);
  write_binary(folder);
  write_extras(folder);
  write_layouts(text);
  write_products(folder, text);
  std::fclose(text);
  std::printf("done\n");
  return 0;
}
