// The result of the stand-in's nvcc for every lab file: a module whose matmul does what a comment
// in the lab file requests, `// stand-in: replays`. BEHAVIOUR is that word: one of the functions
// below.
#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "grader/stand_in/driver.h"
#include "grader/worker/runtime_log.h"

extern "C" {
#pragma GCC visibility push(default)
gemmlab::RuntimeLog gemmlab_runtime_log;
void matmul(const float* a, const float* b, float* c, int m, int n, int k);
int matmul_host(const float* a, const float* b, float* c, int m, int n, int k);
#pragma GCC visibility pop
}

namespace {

using gemmlab::LaunchRecord;
using gemmlab::RuntimeLog;

constexpr int kInvalidConfiguration = 9;  // cudaErrorInvalidConfiguration

template <typename Function>
Function* of_driver(const char* name) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(dlsym(library, name));
}

void* allocate(std::size_t bytes) {
  unsigned long long pointer = 0;
  of_driver<int(unsigned long long*, std::size_t)>("cuMemAlloc_v2")(&pointer, bytes);
  return reinterpret_cast<void*>(pointer);
}

void compute() {
  of_driver<decltype(stand_in_compute)>("stand_in_compute")();
}

void end_with(int error) {
  of_driver<decltype(stand_in_end_with)>("stand_in_end_with")(error);
}

// As in runtime_log.cpp: the launch and its refusal are recorded.
bool launches(bool refused) {
  RuntimeLog& log = gemmlab_runtime_log;
  const LaunchRecord launch{{2, 3, 1}, {32, 8, 1}, 0};
  if (log.launches < RuntimeLog::kKept) {
    log.first[log.launches] = launch;
  }
  ++log.launches;
  if (!refused && !log.refuse_launches) {
    return true;
  }
  log.error = kInvalidConfiguration;
  log.refused = launch;
  log.depth = backtrace(log.callers, RuntimeLog::kDepth);
  return false;
}

// The operands of one call.
struct Call {
  const float *a, *b;
  float* c;
  int m, n, k;

  void multiply(double slowness = 1) const {
    if (launches(false)) {
      of_driver<decltype(stand_in_launch)>("stand_in_launch")(a, b, c, m, n, k, slowness);
    }
  }
  std::size_t size() const { return std::size_t(m) * n; }
};

int calls_before = 0;

void right(const Call& call) {
  call.multiply();
}

void slow(const Call& call) {
  call.multiply(10);
}

void ten_times_as_fast(const Call& call) {
  call.multiply(0.1);
}

void wrong(const Call& call) {
  call.multiply();
  compute();
  call.c[0] += 1.0f;
}

// Right only in its first call.
void wrong_later(const Call& call) {
  call.multiply();
  if (calls_before++ > 0) {
    compute();
    for (std::size_t i = 0; i < call.size(); ++i) {
      call.c[i] *= 1.01f;
    }
  }
}

void zeros(const Call& call) {
  std::fill_n(call.c, call.size(), 0.0f);
}

void nothing(const Call&) {}

// Stores one element, seven places beyond the end of C.
void past_the_end(const Call& call) {
  call.multiply();
  call.c[call.size() + 6] = 1.0f;
}

void before_the_beginning(const Call& call) {
  call.multiply();
  call.c[-3] = 1.0f;
}

void changes_a(const Call& call) {
  call.multiply();
  compute();
  const_cast<float*>(call.a)[0] += 1.0f;
}

void changes_b(const Call& call) {
  call.multiply();
  compute();
  const_cast<float*>(call.b)[0] += 1.0f;
}

// Its kernels end with error number m.
void fails_with_m(const Call& call) {
  end_with(call.m);
}

void illegal_address(const Call& call) {
  call.multiply();
  constexpr int kIllegalAddress = 700;
  end_with(kIllegalAddress);
}

void never_ends_if_m_is_4(const Call& call) {
  call.multiply();
  if (call.m == 4) {
    end_with(kNeverEnds);
  }
}

void never_ends(const Call&) {
  end_with(kNeverEnds);
}

void loops(const Call&) {
  for (volatile bool forever = true; forever;) {
  }
}

void crashes(const Call&) {
  *static_cast<volatile int*>(nullptr) = 1;
}

void exits(const Call&) {
  std::exit(0);
}

void launch_refused(const Call&) {
  launches(true);
}

void leaks(const Call& call) {
  constexpr std::size_t kBytes = 4096;
  call.multiply();
  for (int i = 0; i < 2; ++i) {
    gemmlab_runtime_log.live[i] = {allocate(kBytes), kBytes};
  }
}

// Leaves almost no memory for a second call with other shapes.
void eats_memory(const Call& call) {
  call.multiply();
  for (std::size_t bytes = std::size_t{1} << 30; bytes >= 4096; bytes /= 2) {
    while (allocate(bytes) != nullptr) {
    }
  }
}

// Computes every second call.
void skips_calls(const Call& call) {
  if (calls_before++ % 2 == 0) {
    call.multiply();
  }
}

// Only the first call's result is right; all others store it again.
void replays(const Call& call) {
  static std::vector<float> kept;
  if (kept.size() == call.size()) {
    std::copy(kept.begin(), kept.end(), call.c);
    return;
  }
  call.multiply();
  compute();
  kept.assign(call.c, call.c + call.size());
}

// Right only in the first output that it got.
void knows_one_output(const Call& call) {
  static const float* first = nullptr;
  first = first == nullptr ? call.c : first;
  if (call.c == first) {
    call.multiply();
  }
}

// Like copy.cu, which has no B; it takes a hundredth of the time of a product.
void copies(const Call& call) {
  Call copied = call;
  copied.b = call.a;
  copied.multiply(0.01);
}

// Like clock_probe.cu: each row gets the cycles and the nanoseconds that they took.
void counts_cycles(const Call& call) {
  constexpr int kClockRate = 13, kMilliseconds = 3;  // CU_DEVICE_ATTRIBUTE_CLOCK_RATE, in kHz
  int khz = 0;
  of_driver<int(int*, int, int)>("cuDeviceGetAttribute")(&khz, kClockRate, 0);
  for (int row = 0; row < call.m; ++row) {
    call.c[std::size_t(row) * call.n] = float(kMilliseconds * khz);
    call.c[std::size_t(row) * call.n + 1] = kMilliseconds * 1e6f;
  }
}

// Returns while its kernel, which takes 20 ms and more, still runs; so does its process's driver.
void claims_to_be_done(const Call& call) {
  of_driver<decltype(stand_in_wait_for_nothing)>("stand_in_wait_for_nothing")();
  call.multiply(1e12);
}

// Makes the worker's clock show a hundredth of the time.
void forge_the_clock() {
  constexpr double kRate = 0.01;
  of_driver<decltype(stand_in_scale_clock)>("stand_in_scale_clock")(kRate);
}

void forges_the_clock(const Call& call) {
  forge_the_clock();
  call.multiply();
}

void slow_with_a_forged_clock(const Call& call) {
  forge_the_clock();
  slow(call);
}

}  // namespace

void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  BEHAVIOUR({a, b, c, m, n, k});
}

int matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  matmul(a, b, c, m, n, k);
  compute();
  return gemmlab_runtime_log.error;
}
