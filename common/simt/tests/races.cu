// Races that several accesses make together, and accesses in order that look similar. In each case
// a line with "race" is found.
#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)
#define KERNEL(name, threads)                                         \
  __global__ void kernel_##name(float* a, float* b, float* c, int n); \
  CASE(name) {                                                        \
    kernel_##name<<<1, threads>>>(a, b, c, n);                        \
  }                                                                   \
  __global__ void kernel_##name(float* a, float* b, float* c, int n)

// Atomics on what the launch has stored plainly.

KERNEL(race_read_after_store_and_atomic, 64) {
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t < 32) {
    if (t == 0)
      sum = 0;
    __syncwarp();
    if (t == 1)
      atomicAdd(&sum, 1);
    if (t == 0)
      c[0] = sum;  // race
  }
}
KERNEL(race_store_after_store_and_atomic, 64) {
  int* const sum = reinterpret_cast<int*>(c);
  if (threadIdx.x == 0)
    *sum = 0;
  __syncthreads();
  if (threadIdx.x == 1)
    atomicAdd(sum, 1);
  if (threadIdx.x == 40)
    *sum = 5;  // race
}
KERNEL(race_read_of_sum_without_barrier, 64) {
  int* const sum = reinterpret_cast<int*>(c);
  if (threadIdx.x == 0)
    *sum = 0;
  __syncthreads();
  atomicAdd(sum, 1);
  if (threadIdx.x == 0)
    c[1] = *sum;  // race
}
KERNEL(race_atomic_beside_store, 64) {
  __shared__ int sum;
  if (threadIdx.x == 0) {
    sum = 0;
    atomicAdd(&sum, 1);
  }
  if (threadIdx.x == 40)
    atomicAdd(&sum, 1);  // race
}
KERNEL(right_sum_in_shared_memory, 64) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  c[threadIdx.x] = sum;
}
KERNEL(right_sum_in_global_memory, 64) {
  int* const sum = reinterpret_cast<int*>(c);
  if (threadIdx.x == 0)
    *sum = 0;
  __syncthreads();
  atomicAdd(sum, 1);
  __syncthreads();
  b[threadIdx.x] = *sum;
  __syncthreads();
  if (threadIdx.x == 40)
    *sum = 0;
  __syncthreads();
  atomicAdd(sum, 1);
}
KERNEL(right_sum_of_a_warp, 32) {
  __shared__ int sum;
  if (threadIdx.x == 3)
    sum = 0;
  __syncwarp();
  atomicAdd(&sum, 1);
  __syncwarp();
  if (threadIdx.x == 5)
    sum += 2;
  __syncwarp();
  c[threadIdx.x] = sum;
}
KERNEL(right_histogram, 64) {
  __shared__ int bins[8];
  for (int k0 = 0; k0 < 3; ++k0) {
    if (threadIdx.x < 8)
      bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 8], 1);
    __syncthreads();
    if (threadIdx.x < 8)
      c[threadIdx.x] = bins[threadIdx.x];
    __syncthreads();
  }
}
KERNEL(right_thread_of_its_own, 64) {
  c[threadIdx.x] = 0;
  atomicAdd(&c[threadIdx.x], 1.0f);
  c[threadIdx.x] += 1;
  atomicAdd(&c[threadIdx.x], 1.0f);
  __syncthreads();
  atomicAdd(&c[(threadIdx.x + 33) % 64], 1.0f);
}
KERNEL(right_queue, 64) {
  __shared__ int next, mine;
  if (threadIdx.x == 0)
    next = 0;
  for (int i = 0; i < 3; ++i) {
    __syncthreads();
    if (threadIdx.x == 0)
      mine = atomicAdd(&next, 1);
    __syncthreads();
    c[threadIdx.x] = mine;
  }
}
KERNEL(right_swaps_after_a_store, 64) {
  int* const sum = reinterpret_cast<int*>(c);
  if (threadIdx.x == 0)
    *sum = 0;
  __syncthreads();
  int old = *sum, assumed;
  do {
    assumed = old;
    old = atomicCAS(sum, assumed, assumed + 1);
  } while (old != assumed);
  __syncthreads();
  if (threadIdx.x == 7)
    c[1] = *sum;
}
KERNEL(right_volatile_read_after_barrier, 64) {
  volatile int* const flag = reinterpret_cast<int*>(c);
  if (threadIdx.x == 0)
    *flag = 0;
  __syncthreads();
  if (threadIdx.x == 1)
    atomicExch(reinterpret_cast<int*>(c), 1);
  __syncthreads();
  b[threadIdx.x] = *flag;
}

// Fewer than four bytes.

KERNEL(race_read_of_a_neighbours_byte, 64) {
  __shared__ char tile[64];
  tile[threadIdx.x] = 1;
  c[threadIdx.x] = tile[(threadIdx.x + 40) % 64];  // race
}
KERNEL(race_read_of_a_neighbours_byte_in_global_memory, 64) {
  char* const bytes = reinterpret_cast<char*>(c);
  bytes[threadIdx.x] = static_cast<char>(threadIdx.x);
  b[threadIdx.x] = bytes[(threadIdx.x + 40) % 64];  // race
}
KERNEL(race_two_stores_of_a_half, 64) {
  short* const halves = reinterpret_cast<short*>(c);
  halves[threadIdx.x % 32] = static_cast<short>(threadIdx.x);  // race
}
KERNEL(race_half_of_a_word, 64) {
  __shared__ int words[64];
  words[threadIdx.x] = 1;
  c[threadIdx.x] = reinterpret_cast<short*>(words)[(threadIdx.x + 40) % 64 * 2 + 1];  // race
}
KERNEL(race_half_of_a_word_in_global_memory, 64) {
  int* const words = reinterpret_cast<int*>(c);
  words[threadIdx.x] = 1;
  b[threadIdx.x] = reinterpret_cast<short*>(words)[(threadIdx.x + 40) % 64 * 2];  // race
}
KERNEL(race_word_of_others_bytes, 64) {
  __shared__ alignas(4) char bytes[256];
  for (int i = 0; i < 4; ++i)
    bytes[i * 64 + threadIdx.x] = 1;
  c[threadIdx.x] = reinterpret_cast<int*>(bytes)[threadIdx.x];  // race
}
KERNEL(race_byte_stored_after_word_was_read, 64) {
  __shared__ int words[64];
  words[threadIdx.x] = 1;
  __syncthreads();
  c[threadIdx.x] = words[threadIdx.x];
  reinterpret_cast<char*>(words)[(threadIdx.x * 4 + 161) % 256] = 3;  // race
}
KERNEL(race_wide_store_over_bytes, 64) {
  __shared__ float4 wide[16];
  char* const bytes = reinterpret_cast<char*>(wide);
  bytes[threadIdx.x] = 1;
  __syncthreads();
  c[threadIdx.x] = bytes[threadIdx.x];
  if (threadIdx.x < 4)
    wide[3 - threadIdx.x] = float4{};  // race
}
KERNEL(race_atomic_on_bytes, 64) {
  __shared__ int sum;
  reinterpret_cast<char*>(&sum)[threadIdx.x % 4] = 0;
  atomicAdd(&sum, 1);  // race
}
KERNEL(race_word_of_anothers_copy, 64) {
  __shared__ int words[64];
  char* const bytes = reinterpret_cast<char*>(words + threadIdx.x);
  for (int i = 0; i < 4; ++i)
    bytes[i] = 1;
  c[threadIdx.x] = words[(threadIdx.x + 40) % 64];  // race
}
KERNEL(race_copy_over_a_word_that_was_read, 64) {
  __shared__ int words[64];
  words[threadIdx.x] = 1;
  __syncthreads();
  c[threadIdx.x] = words[threadIdx.x];
  char* const bytes = reinterpret_cast<char*>(words + (threadIdx.x + 40) % 64);
  for (int i = 0; i < 4; ++i)
    bytes[i] = 3;  // race
}
KERNEL(right_copies_by_bytes_in_phases, 64) {
  __shared__ int words[64];
  for (int phase = 0; phase < 3; ++phase) {
    char* const bytes = reinterpret_cast<char*>(words + threadIdx.x);
    for (int i = 0; i < 4; ++i)
      bytes[i] = static_cast<char>(phase);
    __syncthreads();
    c[threadIdx.x] = words[63 - threadIdx.x] + bytes[1];
    __syncthreads();
  }
}
KERNEL(right_tile_of_bytes, 64) {
  __shared__ char tile[64];
  tile[threadIdx.x] = 1;
  __syncthreads();
  c[threadIdx.x] = tile[63 - threadIdx.x];
  __syncthreads();
  tile[63 - threadIdx.x] = 2;
  __syncthreads();
  c[threadIdx.x] = tile[threadIdx.x];
}
KERNEL(right_bytes_of_its_own, 64) {
  __shared__ unsigned char tile[64];
  char* const bytes = reinterpret_cast<char*>(c);
  for (int i = 0; i < 3; ++i) {
    tile[threadIdx.x] = i;
    bytes[threadIdx.x] = tile[threadIdx.x];
    bytes[threadIdx.x] += 1;
  }
}
KERNEL(right_halves_of_its_own, 64) {
  __shared__ short tile[64];
  short* const halves = reinterpret_cast<short*>(c);
  tile[threadIdx.x] = 4;
  halves[threadIdx.x] = tile[threadIdx.x];
  halves[threadIdx.x] *= 2;
  tile[threadIdx.x] += halves[threadIdx.x];
}
KERNEL(right_bytes_become_words, 64) {
  __shared__ alignas(16) char bytes[256];
  for (int i = 0; i < 4; ++i)
    bytes[i * 64 + threadIdx.x] = 1;
  __syncthreads();
  c[threadIdx.x] = reinterpret_cast<int*>(bytes)[threadIdx.x];
  __syncthreads();
  reinterpret_cast<int*>(bytes)[63 - threadIdx.x] = 7;
  __syncthreads();
  c[threadIdx.x] += bytes[threadIdx.x] + bytes[255 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 16)
    reinterpret_cast<float4*>(bytes)[threadIdx.x] = float4{};
  __syncthreads();
  c[threadIdx.x] += bytes[threadIdx.x] + reinterpret_cast<float*>(bytes)[threadIdx.x];
}
KERNEL(right_own_word_in_parts, 64) {
  __shared__ int words[64];
  int* const out = reinterpret_cast<int*>(c);
  words[threadIdx.x] = out[threadIdx.x] = 1;
  reinterpret_cast<short*>(words)[threadIdx.x * 2 + 1] = 3;
  reinterpret_cast<char*>(out)[threadIdx.x * 4 + 2] = 3;
  b[threadIdx.x] = words[threadIdx.x] + out[threadIdx.x];
  words[threadIdx.x] = reinterpret_cast<char*>(words)[threadIdx.x * 4];
}
KERNEL(right_bytes_in_phases, 64) {
  __shared__ bool used[64];
  __shared__ char tile[2][64];
  for (int i = 0; i < 5; ++i) {
    tile[i % 2][threadIdx.x] = static_cast<char>(i);
    used[threadIdx.x] = false;
    __syncthreads();
    if (tile[i % 2][63 - threadIdx.x] == i)
      used[threadIdx.x] = true;
  }
  __syncthreads();
  c[threadIdx.x] = used[(threadIdx.x + 7) % 64];
}
KERNEL(right_flag_of_a_byte, 64) {
  __shared__ bool any, all;
  any = false;
  all = true;
  __syncthreads();
  if (threadIdx.x % 3 == 0)
    any = true;
  __syncthreads();
  c[threadIdx.x] = any && all;
}
KERNEL(right_bytes_of_a_warp, 32) {
  __shared__ char tile[32];
  int sum = 0;
  for (int step = 16; step > 0; step /= 2) {
    tile[threadIdx.x] = static_cast<char>(step);
    __syncwarp();
    const char other = tile[threadIdx.x ^ step];
    __syncwarp();
    sum += other;
  }
  c[threadIdx.x] = sum;
}
struct Gap {
  char small;
  float large;
};
KERNEL(right_struct_with_a_gap, 64) {
  __shared__ Gap gaps[64];
  gaps[threadIdx.x].small = 1;
  gaps[threadIdx.x].large = 2;
  __syncthreads();
  const Gap gap = gaps[63 - threadIdx.x];
  c[threadIdx.x] = gap.small + gap.large;
}
KERNEL(right_atomic_after_bytes, 64) {
  __shared__ int sum;
  if (threadIdx.x < 4)
    reinterpret_cast<char*>(&sum)[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  c[threadIdx.x] = reinterpret_cast<char*>(&sum)[threadIdx.x % 4];
}
__global__ void bytes_of_a_block(float* c) {
  reinterpret_cast<char*>(c)[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void words_of_bytes(const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = reinterpret_cast<const int*>(from)[i];
  to[i] += reinterpret_cast<const char*>(from)[i];
}
CASE(right_blocks_share_a_word) {
  bytes_of_a_block<<<43, 3>>>(c);
  words_of_bytes<<<2, 16>>>(c, b);
  words_of_bytes<<<2, 16>>>(b, c);
  bytes_of_a_block<<<43, 3>>>(c);
}
__global__ void same_bytes(float* c) {
  reinterpret_cast<char*>(c)[threadIdx.x] = static_cast<char>(blockIdx.x);  // race
}
CASE(race_bytes_of_two_blocks) {
  same_bytes<<<2, 32>>>(c);
}

// Stores of the same value.

KERNEL(race_same_value_then_another, 32) {
  __shared__ int s;
  s = 1;
  if (threadIdx.x == 31) {
    __syncwarp(1u << 31);
    s = 2;  // race
  }
  __syncthreads();
  c[threadIdx.x] = s;
}
KERNEL(race_same_value_then_another_in_global_memory, 64) {
  int* const s = reinterpret_cast<int*>(c);
  if (threadIdx.x == 31)
    *s = 7;
  if (threadIdx.x == 40) {
    *s = 7;
    __syncwarp(1u << 8);
    *s = 8;  // race
  }
  if (threadIdx.x == 41)
    c[1] = 7;
}
KERNEL(race_same_value_then_atomic, 32) {
  __shared__ int s;
  s = 0;
  if (threadIdx.x == 31)
    atomicAdd(&s, 1);  // race
  __syncthreads();
  c[threadIdx.x] = s;
}
KERNEL(right_all_store_the_same, 64) {
  __shared__ int s;
  for (int i = 0; i < 3; ++i) {
    s = i;
    __syncthreads();
    c[threadIdx.x] = s;
    __syncthreads();
  }
}
KERNEL(right_all_store_the_same_twice, 64) {
  int* const s = reinterpret_cast<int*>(c);
  *s = 4;
  *s = 4;
  __syncthreads();
  *s = 5;
  __syncthreads();
  if (threadIdx.x == 63)
    *s = 6;
}
KERNEL(right_warp_stores_the_same, 32) {
  __shared__ int s;
  s = 1;
  __syncwarp();
  if (threadIdx.x == 31)
    s = 2;
  __syncwarp();
  c[threadIdx.x] = s;
}
KERNEL(right_last_lane_reads_what_all_stored, 32) {
  __shared__ int s;
  s = 1;
  if (threadIdx.x == 31)
    c[0] = s;
}

// __ldg.

KERNEL(race_ldg_of_what_the_block_stored, 64) {
  c[threadIdx.x] = 1;
  __syncthreads();
  b[threadIdx.x] = __ldg(&c[63 - threadIdx.x]);  // race
}
__global__ void copy_by_ldg(const float* from, float* to) {
  to[threadIdx.x] = __ldg(&from[threadIdx.x]);
}
CASE(right_ldg_of_what_another_launch_stored) {
  copy_by_ldg<<<1, 64>>>(a, c);
  copy_by_ldg<<<1, 64>>>(c, b);
}
KERNEL(right_ldg_before_the_store, 64) {
  const float old = __ldg(&a[threadIdx.x]) + __ldg(&b[threadIdx.x]);
  __syncthreads();
  c[threadIdx.x] = old;
  __syncthreads();
  c[threadIdx.x] += __ldg(&a[63 - threadIdx.x]);
}
