// The boundary between a translated module and the simulator's runtime: all that translated code
// and the CUDA headers in this folder call. The worker's executable defines what is declared here.
//
// The translator writes (T a type, s a name, SITE a unique number for each occurrence in the file,
// from 0):
//
//   k<<<g, b, s, st>>>(args)       ::simt::launch("k", g, b, s, st)([=](auto... simt_a)
//                                  __attribute__((no_sanitize("thread"))) { k(simt_a...); },
//                                  [=](auto simt_p) __attribute__((no_sanitize("thread")))
//                                  -> decltype(::simt::parameters(simt_p, k))
//                                  { return ::simt::parameters(simt_p, k); })(args)
//                                  ("k": the callee as written; the text between <<< and >>>
//                                  and (args) stay where they are)
//   NULL, {...} as an argument     ::simt::Null(NULL), ::simt::braced(...)
//   cudaLaunchKernel((void*)k,     ::simt::launch_from_pointers("k", k,
//   __launch_bounds__(t, ...)      in the kernel's body, as its first statement:
//                                  ::simt::keep_bound<::simt::bound_of(t, ...)>();
//   threadIdx, threadIdx.x         ::simt::get(threadIdx), ::simt::x(threadIdx): if used, not
//                                  declared; others likewise. Lookup decides whose threadIdx it is.
//   __shared__ T s...;             static thread_local T s...;
//   extern __shared__ T s[];       in a function:  T (&s)[] = reinterpret_cast<T (&)[]>(simt_dyn);
//                                  at file scope:  extern __thread T s[] __asm__("simt_dyn");
//   extern __shared__ T s;         in a function:  T& s = reinterpret_cast<T&>(simt_dyn);
//                                  at file scope:  extern __thread T s __asm__("simt_dyn");
//   for (i; c; n), while (c)       for (i; (c) && ::simt::round(); n), likewise, if the body has a
//                                  condition; its last line is in simt_loops:
//   (at the end)                   static const int simt_loops[] = {line, last line, ...};
//   (at the end)                   static const int simt_long_statements[] = {first, last, ...};
//   __constant__ T x;              T x;    and  static const char simt_constant_x = 0;
//                                  __device__ and __managed__ likewise
//   __host__                       nothing
//   __syncthreads()                ::simt::barrier(SITE)
//   __syncthreads_count(p)         ::simt::barrier_count(SITE, p)      _and, _or likewise
//
// Everything else keeps its CUDA spelling and comes from the headers: qualifiers are macros of
// cuda_runtime.h; __syncwarp, shuffles and votes are inline functions of warp_functions.h that
// call the functions below. Line markers give each launch and each access its place.
//
// A module is one translation unit that includes cuda_runtime.h first (-include, as nvcc does),
// with __CUDACC__ defined. It is compiled with -fsanitize=thread and linked without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

// Glue code must not be instrumented: its accesses are not the student's. Neither compiler inlines
// instrumented code into it.
#define SIMT_GLUE __attribute__((no_sanitize("thread")))

// For wrappers where the caller's line matters.
#define SIMT_INLINE inline __attribute__((always_inline))

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

typedef struct CUstream_st* cudaStream_t;

namespace simt {

// Dynamic plus static shared memory of a block on the newest GPUs: 227 KiB.
inline constexpr size_t kMaxSharedBytes = 232448;

// Indices of the current thread. Constant within a thread, so the compiler may keep them in
// registers.
uint3 thread_index() __attribute__((const));
uint3 block_index() __attribute__((const));
dim3 block_extents() __attribute__((const));
dim3 grid_extents() __attribute__((const));

// The types of threadIdx and the others. They convert if they are not read through get().
template <auto of>
struct Indices {
  operator uint3() const { return of(); }
  operator dim3() const { return of(); }
};
template <auto of>
SIMT_INLINE auto get(Indices<of>) {
  return of();
}
// The student's own variable with that name.
template <class T>
SIMT_INLINE constexpr T& get(T& variable) {
  return variable;
}
// One of them, without an object in the caller: in (c ? a : b)[threadIdx.x], g++ gives such an
// object a value for only one of the two arrays.
#define SIMT_AXIS(axis)                           \
  template <auto of>                              \
  SIMT_INLINE unsigned axis(Indices<of>) {        \
    return of().axis;                             \
  }                                               \
  template <class T>                              \
  SIMT_INLINE constexpr auto& axis(T& variable) { \
    return variable.axis;                         \
  }
SIMT_AXIS(x)
SIMT_AXIS(y)
SIMT_AXIS(z)

// Returns `yes`. To the compiler it touches no memory: it must not change what the surrounding code
// keeps in registers.
int log_round(int yes) __attribute__((const, nothrow));

// Marks another iteration of the loop that calls it. Returns true.
SIMT_INLINE constexpr bool round() {
  if (__builtin_is_constant_evaluated()) {
    return true;
  }
  int yes = 1;
  asm volatile("" : "+r"(yes));  // otherwise one call could serve all iterations
  return log_round(yes) != 0;
}

// __syncthreads and its variants. `site` identifies the barriers of a file; code addresses cannot,
// because compilers duplicate and merge calls. Negative: a barrier of a cooperative group.
void barrier(int site);
int barrier_count(int site, int predicate);
int barrier_and(int site, int predicate);
int barrier_or(int site, int predicate);

// Warp-wide operations. Lanes of `mask` that have exited count as arrived.
enum class Shuffle : int { index, up, down, exclusive_or };
void warp_barrier(unsigned mask);
// `bytes`: of the value.
std::uint64_t shuffle(unsigned mask, Shuffle kind, std::uint64_t value, int argument, int width,
                      size_t bytes);
unsigned ballot(unsigned mask, int predicate);
// The combined values of all lanes of `mask`; signed values are extended to 64 bits. equal_lanes:
// the mask of the lanes with the same value as the caller.
enum class Combine : int { sum, smallest, largest, bit_and, bit_or, bit_xor, equal_lanes };
std::uint64_t combine(unsigned mask, Combine kind, std::uint64_t value);
// The lanes that are at this place together with the caller.
unsigned active_mask();

// Asynchronous copies to shared memory: see cuda_pipeline.h.
void start_copy(void* to, const void* from, size_t bytes, size_t zeros);
void end_copy_group();
void wait_for_copies(size_t groups);

// __threadfence and its variants.
void thread_fence();

// __trap: ends the launch with cudaErrorLaunchFailure.
[[noreturn]] void trap();

// __launch_bounds__: the maximum number of threads in the kernel's blocks.
constexpr long bound_of(long threads, long = 0, long = 0) {
  return threads;
}
// Ends the launch as refused if its blocks have more.
void check_bound(long threads);
// The kernel's first statement. It leaves data in the module from which the runtime finds the bound
// by the kernel's address: a row of simt_bounds is an address in the kernel, valid from there on,
// and the bound.
template <long kThreads>
SIMT_INLINE void keep_bound() {
  asm volatile(
      "0: .pushsection simt_bounds, \"a\"\n"
      ".balign 4; .long 0b - ., %c0\n"
      ".popsection"
      :
      : "i"(kThreads));
  check_bound(kThreads);
}

struct LaunchConfig {
  const char* kernel;
  dim3 grid, block;
  size_t shared_bytes;  // dynamic
  cudaStream_t stream;
  const char* file;
  int line;
  const void* function = nullptr;  // the kernel's address, if it is known without its arguments
  bool at_once = false;            // it refers to variables of the host, and cannot wait

  // `probe(0)` has the kernel's Parameters, if they are known without its arguments.
  template <class Kernel, class Probe>
  SIMT_GLUE auto operator()(Kernel kernel, Probe probe) const;
};

// `body(argument)` is the kernel, called once per thread. Returns when the grid has run: the
// launch's own cudaError_t.
int launch_kernel(const LaunchConfig& config, void (*body)(void*), void* argument,
                  size_t argument_bytes);

// Each thread copies the arguments' bytes, as a GPU does, before the kernel's parameters are made
// of them: a constructor that copied from the host's stack would be the thread reading there. Not a
// lambda, whose function pointer would have hooks.
template <class Body>
SIMT_GLUE void run_body(void* argument) {
  alignas(Body) unsigned char bytes[sizeof(Body)];
  for (size_t i = 0; i < sizeof(Body); ++i) {
    bytes[i] = static_cast<const unsigned char*>(argument)[i];
  }
  (*reinterpret_cast<Body*>(bytes))();
}

// An argument that becomes the parameter only when the kernel is called.
template <class Argument>
inline constexpr bool is_made_late = false;

// A kernel with its launch configuration, but without arguments yet.
template <class Kernel>
struct BoundLaunch {
  LaunchConfig config;
  Kernel kernel;

  template <class... Args>
  SIMT_GLUE int run(Args... args) const {
    auto body = [kernel_ = kernel, args...]() SIMT_GLUE { kernel_(args...); };
    LaunchConfig how = config;
    how.at_once = (is_made_late<Args> || ...);
    return launch_kernel(how, run_body<decltype(body)>, &body, sizeof body);
  }

  template <class... Args>
  SIMT_GLUE void operator()(Args... args) const {
    run(args...);
  }
};

template <class... P>
struct Parameters {
  const void* kernel;
};

// A reference as an argument: the host's address, as on a GPU.
template <class P>
struct Reference {
  P to;
  SIMT_GLUE operator P() const { return to; }
};

// For a function, but not an overloaded one or a template that deduces its arguments.
template <class... P>
SIMT_GLUE Parameters<P...> parameters(int, void (*kernel)(P...)) {
  return {reinterpret_cast<const void*>(kernel)};
}

// Converts arguments to the parameters' types, as a call of the kernel does: NULL to a pointer, a
// braced list to a struct.
template <class Kernel, class... P>
struct TypedLaunch {
  static_assert((sizeof(P) + ... + 0) <= 32764, "a kernel has more than 32764 bytes of parameters");
  BoundLaunch<Kernel> launch;

  SIMT_GLUE void operator()(P... args) const {
    launch(std::conditional_t<std::is_reference_v<P>, Reference<P>, P>{args}...);
  }

  // The last parameters have default values, or belong to a pack.
  template <class... Args>
  SIMT_GLUE void operator()(Args... args) const requires(sizeof...(Args) != sizeof...(P)) {
    launch(args...);
  }
};

template <class Kernel, class... P>
SIMT_GLUE auto typed_launch(BoundLaunch<Kernel> launch, Parameters<P...> parameters) {
  launch.config.function = parameters.kernel;
  return TypedLaunch<Kernel, P...>{launch};
}

template <class Kernel, class Probe>
SIMT_GLUE auto LaunchConfig::operator()(Kernel kernel_, Probe probe) const {
  const BoundLaunch<Kernel> bound{*this, kernel_};
  if constexpr (requires { probe(0); }) {
    return typed_launch(bound, probe(0));
  } else {
    return bound;
  }
}

inline SIMT_GLUE LaunchConfig launch(const char* kernel, dim3 grid, dim3 block,
                                     size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                     const char* file = __builtin_FILE(),
                                     int line = __builtin_LINE()) {
  return {kernel, grid, block, shared_bytes, stream, file, line};
}

}  // namespace simt
