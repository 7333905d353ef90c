// Kernels with one error each, and correct ones that look similar. Lines that tests refer to end in
// a comment with a name.
#include <cassert>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

__global__ void read_row_past_end(const float* a, float* c, int n) {
  const int col = threadIdx.x, row = threadIdx.y + blockIdx.y * blockDim.y + 1;
  c[(row - 1) * n + col] = a[row * n + col];
}
CASE(out_of_bounds_read) {
  read_row_past_end<<<dim3(1, 3), dim3(n, n / 3)>>>(a, c, n);
}

__global__ void write_before_start(float* c) {
  c[static_cast<int>(threadIdx.x) - 1] = 1.0f;
}
CASE(out_of_bounds_write) {
  write_before_start<<<1, 32>>>(c);
}

__global__ void write_far_away(float* c) {
  c[100000000 + threadIdx.x] = 1.0f;
}
CASE(out_of_bounds_far) {
  write_far_away<<<1, 32>>>(c);
}

CASE(out_of_bounds_own) {
  float *small, *first;
  cudaMalloc(&first, 64);
  cudaMalloc(&small, 1024);
  read_row_past_end<<<1, dim3(16, 16)>>>(small, c, 16);
}

CASE(frees_an_input) {
  read_row_past_end<<<1, dim3(1, 1)>>>(a, c, n);
  cudaFree(a);
}

// In dynamic shared memory, and in a member of a struct: a thread reads its neighbour's element.
__global__ void dynamic_neighbour(float* c) {
  extern __shared__ float cells[];
  cells[threadIdx.x] = 1.0f;
  c[threadIdx.x] = cells[(threadIdx.x + 40) % 64];
}
CASE(dynamic_race) {
  dynamic_neighbour<<<1, 64, 256>>>(c);
}

struct Tiles {
  float first[4][16];
  float second[4][16];
};
__global__ void member_neighbour(float* c) {
  __shared__ Tiles tiles;
  tiles.second[threadIdx.x / 16][threadIdx.x % 16] = 1.0f;
  c[threadIdx.x] = tiles.second[3 - threadIdx.x / 16][5];
}
CASE(member_race) {
  member_neighbour<<<1, 64>>>(c);
}

// The lanes of a warp used to run in step, and programs relied on it.
__global__ void old_warp_sum(float* c) {
  volatile __shared__ float part[32];
  part[threadIdx.x] = 1.0f;
  if (threadIdx.x < 16) {
    part[threadIdx.x] += part[threadIdx.x + 16];
  }
  c[threadIdx.x] = part[0];
}
CASE(warp_in_step) {
  old_warp_sum<<<1, 32>>>(c);
}

__global__ void add_to_one(const float* a, float* c) {
  c[0] += a[threadIdx.x];
}
CASE(sum_without_atomics) {
  cudaMemset(c, 0, 4);
  add_to_one<<<1, 32>>>(a, c);
}

__global__ void shuffle_from_nobody(float* c) {
  c[threadIdx.x] = __shfl_down_sync(0xffffu, 1.0f, 16);
}
CASE(shuffle_outside_mask) {
  shuffle_from_nobody<<<1, 32>>>(c);
}

__global__ void assert_small(float* c) {
  assert(threadIdx.x < 4);
  c[threadIdx.x] = 1.0f;
}
CASE(failed_assertion) {
  assert_small<<<1, 32>>>(c);
}

__global__ void trap_from_four(float* c) {
  if (threadIdx.x >= 4) {
    __trap();
  }
  c[threadIdx.x] = 1.0f;
}
CASE(trap) {
  trap_from_four<<<1, 32>>>(c);
}

__global__ void one_store_a_block(float* c) {
  c[0] = 1.0f;
}
CASE(far_too_many_blocks) {
  one_store_a_block<<<2147483647, 1>>>(c);
}

__global__ void use_freed(float* p) {
  p[threadIdx.x] = 1.0f;
}
CASE(use_after_free) {
  float* p;
  cudaMalloc(&p, 128);
  cudaFree(p);
  use_freed<<<1, 32>>>(p);
}

__global__ void write_null(float* c) {
  float* target = threadIdx.x == 3 ? nullptr : c;
  target[0] = 1.0f;
}
CASE(null_pointer) {
  write_null<<<1, 32>>>(c);
  c = nullptr;
}

__global__ void read_wild(const float* p, float* c) {
  c[threadIdx.x] = p[threadIdx.x];
}
CASE(wild_pointer) {
  read_wild<<<1, 32>>>(reinterpret_cast<float*>(0x123456789000), c);
}

CASE(freed_host_memory) {
  const std::vector<float> on_host(1 << 20);
  read_wild<<<1, 32>>>(on_host.data(), c);
}

__global__ void read_below_zero(const float* b, float* c) {
  c[threadIdx.x] = b[threadIdx.x - 1u];
}
CASE(unsigned_below_zero) {
  read_below_zero<<<1, 32>>>(b, c);
}

__global__ void read_shared_below_zero(float* c) {
  __shared__ float tile[4][32];
  tile[0][threadIdx.x] = 1.0f;
  c[threadIdx.x] = tile[blockIdx.x - 1u][threadIdx.x];
}
CASE(shared_below_zero) {
  read_shared_below_zero<<<1, 32>>>(c);
}

__global__ void read_past_ints(const float* b, float* c, int step) {
  for (int i = 0; i < 2; ++i) {
    c[threadIdx.x] += b[i * step + static_cast<int>(threadIdx.x)];
  }
}
CASE(int_overflows) {
  read_past_ints<<<1, 32>>>(b, c, n * 70'000'000);
}

__global__ void store_to_one_row(const float* a, float* c) {
  __shared__ float kept[4][32];
  const int i = threadIdx.y * 32 + threadIdx.x;
  kept[0][threadIdx.x] = a[i];
  __syncthreads();
  c[i] = kept[0][threadIdx.x];
}
CASE(one_place) {
  store_to_one_row<<<1, dim3(32, 4)>>>(a, c);
}

CASE(host_pointer) {
  float on_host[32] = {};
  read_wild<<<1, 32>>>(on_host, c);
}

CASE(device_pointer_on_host) {
  c[5] = a[5] + 1.0f;
}

__global__ void load_wide(const float* a, float* c) {
  const float4 v = *reinterpret_cast<const float4*>(a + 1 + 4 * threadIdx.x);
  c[threadIdx.x] = v.x + v.y + v.z + v.w;
}
CASE(misaligned) {
  load_wide<<<1, 8>>>(a, c);
}

__global__ void load_row_starts(const float* a, float* c, int n) {
  const float4 v = *reinterpret_cast<const float4*>(a + threadIdx.x * n);
  c[threadIdx.x] = v.x + v.y + v.z + v.w;
}
CASE(misaligned_row) {
  load_row_starts<<<1, 50>>>(a, c, n);
}

// Places that g++ knows while it compiles.
__global__ void load_known(const float* a, float* c) {
  __shared__ __align__(8) float tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  const float2 v = *reinterpret_cast<const float2*>(&tile[1]);
  c[threadIdx.x] = v.x + v.y;
}
CASE(misaligned_tile) {
  load_known<<<1, 32>>>(a, c);
}

__global__ void store_known(const float* a, float* c) {
  extern __shared__ float all[];
  *reinterpret_cast<float4*>(&all[3]) = *reinterpret_cast<const float4*>(a);
  c[0] = all[3];
}
CASE(misaligned_dynamic_memory) {
  store_known<<<1, 1, 64>>>(a, c);
}

__global__ void load_half_words(const float* a, float* c) {
  __shared__ unsigned char bytes[64];
  bytes[threadIdx.x] = static_cast<unsigned char>(a[threadIdx.x]);
  __syncthreads();
  c[threadIdx.x] = *reinterpret_cast<const unsigned short*>(&bytes[1]);
}
CASE(misaligned_bytes) {
  load_half_words<<<1, 32>>>(a, c);
}

struct FourFloats {
  float at[4];
};
__global__ void load_struct(const float* a, float* c) {
  __shared__ float tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  const FourFloats four = *reinterpret_cast<const FourFloats*>(&tile[1]);
  c[threadIdx.x] = four.at[0] + four.at[3];
}
CASE(aligned_struct) {
  load_struct<<<1, 32>>>(a, c);
}

// The first barrier is missing, not the second: writes and reads of one iteration conflict.
__global__ void eager_tiles(const float* a, float* c, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k0 = 0; k0 < n; k0 += 64) {
    tile[threadIdx.x] = a[k0 + threadIdx.x];
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  c[threadIdx.x] = sum;
}
CASE(missing_first_barrier) {
  eager_tiles<<<1, 64>>>(a, c, n * n);
}

__global__ void read_then_write(const float* a, float* c) {
  __shared__ float sum;
  if (threadIdx.x == 0) {
    sum = 0.0f;
  }
  __syncthreads();
  c[threadIdx.x] = sum;
  if (threadIdx.x == 40) {
    sum = a[0];
  }
}
CASE(written_after_several_reads) {
  read_then_write<<<1, 64>>>(a, c);
}

// Blocks add to one element. The fence orders nothing; neither does the atomic, which comes later.
__device__ unsigned arrivals;
__global__ void add_without_lock(const float* a, float* c, bool count) {
  c[0] += a[blockIdx.x];
  __threadfence();
  if (count) {
    atomicAdd(&arrivals, 1u);
  }
}
CASE(fence_without_atomic) {
  cudaMemset(c, 0, 4);
  add_without_lock<<<4, 1>>>(a, c, false);
}
CASE(fence_before_atomic) {
  cudaMemset(c, 0, 4);
  add_without_lock<<<4, 1>>>(a, c, true);
}

__global__ void reverse(const float* a, float* c, bool wait) {
  __shared__ float tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  if (wait) {
    __syncthreads();
  }
  c[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(shared_race) {
  reverse<<<1, 64>>>(a, c, false);
}
CASE(no_shared_race) {
  reverse<<<1, 64>>>(a, c, true);
}

// The barrier after use is missing.
template <int kTile>
__global__ void hasty_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < n; k0 += kTile) {
    a_tile[ty][tx] = a[row * n + k0 + tx];
    b_tile[ty][tx] = b[(k0 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      sum += a_tile[ty][k] * b_tile[k][tx];
    }
  }
  c[row * n + col] = sum;
}
CASE(missing_second_barrier) {
  hasty_tiles<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}

// Neighbours share four bytes, which is no race; all threads share one counter, which is.
__global__ void count_short(const float* a, float* c, bool share) {
  __shared__ unsigned short own[64];
  __shared__ unsigned short counter;
  own[threadIdx.x] = static_cast<unsigned short>(threadIdx.x);
  if (threadIdx.x == 0) {
    counter = 0;
  }
  __syncthreads();
  if (share) {
    counter++;
  }
  own[threadIdx.x]++;
  __syncthreads();
  c[threadIdx.x] = a[own[63 - threadIdx.x]] + counter;
}
CASE(short_counter) {
  count_short<<<1, 64>>>(a, c, true);
}
CASE(short_neighbours) {
  count_short<<<1, 64>>>(a, c, false);
  count_short<<<1, 64>>>(a, c, false);
}

__global__ void write_own_block(float* c) {
  c[0] = static_cast<float>(blockIdx.x);
}
CASE(race_between_blocks) {
  write_own_block<<<4, 1>>>(c);
}

__global__ void write_the_same(float* c) {
  c[0] = 7.0f;
}
CASE(same_value) {
  write_the_same<<<4, 64>>>(c);
}

__global__ void swap_neighbours(const float* a, float* c) {
  __shared__ float tile[32];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncwarp();
  c[threadIdx.x] = tile[threadIdx.x ^ 1];
}
CASE(warp_barrier_orders) {
  swap_neighbours<<<1, 32>>>(a, c);
}

__global__ void warp_barrier_only(const float* a, float* c) {
  __shared__ float tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncwarp();
  c[threadIdx.x] = tile[threadIdx.x ^ 32];
}
__global__ void halves_meet_apart(const float* a, float* c) {
  __shared__ float tile[32];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncwarp(threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u);
  c[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(disjoint_masks) {
  halves_meet_apart<<<1, 32>>>(a, c);
}
__global__ void halves_meet_and_stay(const float* a, float* c) {
  __shared__ float tile[32];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncwarp(threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u);
  c[threadIdx.x] = tile[threadIdx.x ^ 15];
}
CASE(masks_of_halves) {
  halves_meet_and_stay<<<1, 32>>>(a, c);
}
CASE(warp_barrier_is_not_enough) {
  warp_barrier_only<<<1, 64>>>(a, c);
}

__global__ void read_unwritten(float* c, bool use) {
  __shared__ float tile[32];
  if (!use) {
    tile[threadIdx.x] = 1.0f;
  }
  c[threadIdx.x] = tile[threadIdx.x];
}
CASE(uninitialised_shared) {
  read_unwritten<<<1, 32>>>(c, true);
}

CASE(uninitialised_global) {
  float* p;
  cudaMalloc(&p, 128);
  read_wild<<<1, 32>>>(p, c);
}

__global__ void two_barriers(float* c) {
  if (threadIdx.x < 16) {
    c[threadIdx.x] = 1.0f;
    __syncthreads();
  } else {
    c[threadIdx.x] = 2.0f;
    __syncthreads();
  }
}
CASE(divergent_barriers) {
  two_barriers<<<1, 32>>>(c);
}

__global__ void leave_early(float* c, bool reads) {
  __shared__ float part[32];
  if (threadIdx.x < 16) {
    return;
  }
  part[threadIdx.x] = 1.0f;
  __syncthreads();
  c[threadIdx.x] = reads ? part[threadIdx.x ^ 1] : 1.0f;
}
CASE(early_exit) {
  leave_early<<<1, 32>>>(c, true);
}
CASE(early_exit_that_nobody_minds) {
  leave_early<<<1, 32>>>(c, false);
}

__global__ void mixed_barriers(float* c) {
  if (threadIdx.x < 16) {
    __syncwarp();
  } else {
    __syncthreads();
  }
  c[threadIdx.x] = 1.0f;
}
CASE(deadlock) {
  mixed_barriers<<<1, 32>>>(c);
}

// Two arrays with one name; the second one has the race.
__global__ void read_namesake(const float* a, float* c) {
  float sum = 0.0f;
  if (a != nullptr) {
    __shared__ float tile[16][16];
    tile[threadIdx.x % 16][threadIdx.x / 16] = 1.0f;
    sum += tile[threadIdx.x % 16][threadIdx.x / 16];
  }
  if (c != nullptr) {
    __shared__ float tile[4][9];
    tile[threadIdx.x / 9][threadIdx.x % 9] = 2.0f;
    sum += tile[3][5];
  }
  c[threadIdx.x] = sum;
}
CASE(namesake_race) {
  read_namesake<<<1, 36>>>(a, c);
}

// One element too many in each row: the last row's is beyond the array.
__global__ void sum_rows(float* c, int columns) {
  __shared__ float tile[16][16];
  __shared__ float other[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = 1.0f;
  other[ty][tx] = 2.0f;
  __syncthreads();
  float sum = other[tx][ty];
  for (int i = 0; i < columns; ++i) {
    sum += tile[ty][i];
  }
  c[ty * 16 + tx] = sum;
}
CASE(shared_overrun) {
  sum_rows<<<1, dim3(16, 16)>>>(c, 17);
}

// Correct: one site reads two variables.
__global__ void either_buffer(const float* a, float* c) {
  __shared__ float even[64], odd[64];
  even[threadIdx.x] = a[threadIdx.x];
  odd[threadIdx.x] = a[threadIdx.x + 64];
  __syncthreads();
  float sum = 0.0f;
  for (int i = 0; i < 128; ++i) {
    const float* buffer = i < 64 ? even : odd;
    sum += buffer[i % 64];
  }
  c[threadIdx.x] = sum;
}
CASE(two_buffers) {
  either_buffer<<<1, 64>>>(a, c);
}

__global__ void dynamic_copy(const float* a, float* c) {
  extern __shared__ float staged[];
  staged[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  c[threadIdx.x] = staged[blockDim.x - 1 - threadIdx.x];
}
CASE(dynamic_shared) {
  dynamic_copy<<<1, 64, 64 * sizeof(float)>>>(a, c);
}
CASE(dynamic_forgotten) {
  dynamic_copy<<<1, 64>>>(a, c);
}
CASE(dynamic_overrun) {
  dynamic_copy<<<1, 64, 60 * sizeof(float)>>>(a, c);
}

__global__ void store_forever(float* c, int n) {
  for (int i = 0; n > 0; i = (i + 1) % n) {
    c[i] = static_cast<float>(i);
  }
}
CASE(endless_stores) {
  store_forever<<<1, 32>>>(c, n);
}

__global__ void compute_forever(float* c, int n) {
  while (n > 0) {
    n = n % 7 + 1;
  }
  c[0] = static_cast<float>(n);
}
CASE(endless_arithmetic) {
  compute_forever<<<1, 32>>>(c, n);
}

__global__ void wait_forever(int n) {
  while (n > 0) {
    __syncthreads();
  }
}
CASE(endless_barriers) {
  wait_forever<<<1, 64>>>(n);
}

// Warp 1 sets the flag that warp 0 waits for.
__global__ void hand_over(float* c) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) {
    ready = 0;
  }
  __syncthreads();
  if (threadIdx.x >= 32) {
    ready = 1;
  } else {
    while (ready == 0) {
    }
  }
  c[threadIdx.x] = 1.0f;
}
CASE(warps_take_turns) {
  hand_over<<<1, 64>>>(c);
}

__global__ void divide(int* c, int by) {
  c[threadIdx.x] = 100 / by;
}
CASE(divide_by_zero) {
  divide<<<1, 32>>>(reinterpret_cast<int*>(c), n - n);
}

__global__ void recurse_deeply(float* c, int depth) {
  volatile float frame[256];
  frame[depth % 256] = 1.0f;
  if (depth > 0) {
    recurse_deeply(c, depth - 1);
  }
  c[0] = frame[0];
}
CASE(stack_overflow) {
  recurse_deeply<<<1, 1>>>(c, 1000000);
}

// The first and the last of 100 blocks store beside c, one in the middle reads what nobody wrote.
__global__ void stores_beside(float* c, const float* unset, int n) {
  if (blockIdx.x == 0 || blockIdx.x == gridDim.x - 1) {
    c[n * n + int(threadIdx.x)] = 1.0f;
  }
  if (blockIdx.x == 32) {
    c[threadIdx.x] = unset[threadIdx.x];
  }
  if (blockIdx.x == 7) {
    c[n * n + 64 + int(threadIdx.x)] = 1.0f;
  }
}
CASE(end_blocks_store_beside) {
  float* unset = nullptr;
  cudaMalloc(&unset, sizeof(float) * 32);
  stores_beside<<<100, 32>>>(c, unset, n);
  cudaFree(unset);
}
