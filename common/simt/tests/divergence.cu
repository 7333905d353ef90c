// Lanes of one warp that take different paths.
#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

__global__ void alternate(const float* a, const float* b, float* c, int rounds) {
  float sum = 0.0f;
  for (int i = 0; i < rounds; ++i) {
    if ((threadIdx.x + i) % 2 == 0) {
      sum += a[i * 32 + threadIdx.x];
    }
    sum += b[i * 32 + threadIdx.x];
  }
  c[threadIdx.x] = sum;
}
CASE(condition_in_a_loop) {
  alternate<<<1, 32>>>(a, b, c, 8);
}

// Lanes that skip the last access of the loop seem to be ahead of those that do not.
__global__ void alternate_last(const float* a, const float* b, float* c, int rounds) {
  float sum = 0.0f;
  for (int i = 0; i < rounds; ++i) {
    sum += b[i * 32 + threadIdx.x];
    if ((threadIdx.x + i) % 2 == 0) {
      sum += a[i * 32 + threadIdx.x];
    }
  }
  c[threadIdx.x] = sum;
}
CASE(condition_at_the_end_of_a_loop) {
  alternate_last<<<1, 32>>>(a, b, c, 8);
}

__global__ void triangle(const float* a, float* c) {
  float sum = 0.0f;
  for (int i = 0; i <= threadIdx.x % 4; ++i) {
    sum += a[i * 32 + threadIdx.x];
  }
  c[threadIdx.x] = sum;
}
CASE(unequal_trip_counts) {
  triangle<<<1, 32>>>(a, c);
}

__global__ void either(const float* a, const float* b, float* c) {
  float x;
  if (threadIdx.x % 2 == 0) {
    x = a[threadIdx.x];
  } else {
    x = b[threadIdx.x];
  }
  c[threadIdx.x] = x;
}
CASE(two_branches) {
  either<<<1, 32>>>(a, b, c);
}

__global__ void first_half(const float* a, float* c) {
  if (threadIdx.x >= 16) {
    return;
  }
  c[threadIdx.x] = a[threadIdx.x];
}
CASE(early_return) {
  first_half<<<1, 32>>>(a, c);
}

// Longer than a lane's log, with lanes that stop at different times.
__global__ void long_triangle(const float* a, float* c, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n * (1 + static_cast<int>(threadIdx.x) / 16); ++i) {
    sum += a[i];
  }
  c[threadIdx.x] = sum;
}
CASE(longer_than_the_log) {
  long_triangle<<<1, 32>>>(a, c, 1000);
}

// A 24-lane warp at the end of the block.
__global__ void copy(const float* a, float* c) {
  c[threadIdx.x] = a[threadIdx.x];
}
CASE(partial_warp) {
  copy<<<1, 56>>>(a, c);
}

__global__ void columns(const float* a, float* c, int n) {
  c[threadIdx.x * n] = a[threadIdx.x];
}
CASE(strided_store) {
  columns<<<1, 32>>>(a, c, n);
}

__global__ void conflicts(float* c, int stride) {
  __shared__ float tile[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) {
    tile[i] = 1.0f;
  }
  __syncthreads();
  c[threadIdx.x] = tile[threadIdx.x * stride];
}
CASE(bank_conflicts) {
  conflicts<<<1, 32>>>(c, 32);
}
CASE(no_bank_conflicts) {
  conflicts<<<1, 32>>>(c, 31);
}

// Half of the lanes load what they store, the others store a zero.
__global__ void fill(const float* a, float* c, int n) {
  __shared__ float tile[64];
  for (int i = threadIdx.x; i < 64; i += 32) {
    tile[i] = i % 2 == 0 ? a[i] : 0.0f;
  }
  __syncthreads();
  c[threadIdx.x] = tile[threadIdx.x] + n;
}
CASE(conditional_load) {
  fill<<<1, 32>>>(a, c, n);
}

// The line breaks are part of the test.
// clang-format off
__global__ void fill_over_lines(const float* a, const float* b, float* c, int n) {
  __shared__ float tile[64];
  for (int i = threadIdx.x; i < 64; i += 32) {
    tile[i] =
        i % 2 == 0
            ? a[i]
            : i % 3 == 0
                ? b[i] : 0.0f;
  }
  __syncthreads();
  c[threadIdx.x] = tile[threadIdx.x] + n;
}
// clang-format on
CASE(conditional_load_over_lines) {
  fill_over_lines<<<1, 32>>>(a, b, c, n);
}

// Every fourth lane skips every second store, and is then ahead of the others.
__global__ void leave_out(float* c, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    if ((threadIdx.x + i) % 4 != 0) {
      c[i * 32 + threadIdx.x] = 1.0f;
    }
  }
}
CASE(rounds_left_out) {
  leave_out<<<1, 32>>>(c, 6);
}

// Loops without braces that end on the same line; lanes leave the inner one early, or skip it.
__global__ void nest(const float* a, float* c, int rows, int cols) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols - int(threadIdx.x % 2); ++j)
      if ((threadIdx.x + i) % 3 != 0)
        c[(i * cols + j) * 32 + threadIdx.x] = 1.0f;
  c[threadIdx.x] += a[threadIdx.x];
}
CASE(nested_rounds) {
  nest<<<1, 32>>>(a, c, 3, 4);
}

__global__ void go_round(const int* a, float* c) {
  int i = 0;
  while (true) {
    if (++i < 0) {
      break;
    }
  }
  c[threadIdx.x] = i;
}
CASE(rounds_without_end) {
  go_round<<<1, 32>>>(nullptr, c);
}

constexpr int largest_power(int n) {
  int power = 1;
  while (2 * power <= n) {
    if (power > 0) {
      power *= 2;
    }
  }
  return power;
}
template <int kCount>
__global__ void count_up(float* c) {
  c[threadIdx.x] = kCount;
}
CASE(rounds_at_compile_time) {
  count_up<largest_power(50)><<<1, 32>>>(c);
}
