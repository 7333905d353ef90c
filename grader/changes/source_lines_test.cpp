#include "grader/changes/source_lines.h"

#include <gmock/gmock.h>

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kHost =
    "void matmul(const float* a, const float* b, float* c, int m, int n, int k);\n"
    "cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {\n"
    "  float *x, *y, *z;\n"
    "  cudaMalloc(&x, m * k);\n"
    "  cudaMalloc((void**)&y, k * n);\n"
    "  cudaMalloc(&z, m * n);\n"
    "  cudaMemcpy(x, a, m * k, cudaMemcpyHostToDevice);\n"
    "  matmul(x, y, z, m, n, k);\n"
    "  cudaError_t error = cudaGetLastError();\n"
    "  cudaFree(x);\n"
    "  return error;\n"
    "}\n";

TEST(SourceLines, FindsWhatAMatrixWentThrough) {
  EXPECT_THAT(SourceLines(kHost).about_matrix(0), ElementsAre(4, 7));
  EXPECT_THAT(SourceLines(kHost).about_matrix(1), ElementsAre(5));
  EXPECT_THAT(SourceLines("int x;").about_matrix(1), IsEmpty());
}

TEST(SourceLines, FindsMoreBarriersAPhaseThanWaits) {
  const auto phases = [](const std::string& last) {
    return "void f() {\n"
           "  for (int k0 = 0; k0 < k; k0 += 8) {\n"
           "    __pipeline_wait_prior(0);\n"
           "    __syncthreads();\n"
           "    for (int p = 0; p < 8; ++p) { sum += p; }\n"
           "    " +
           last +
           "\n"
           "  }\n"
           "}\n";
  };
  EXPECT_THAT(SourceLines(phases("__syncthreads();")).spare_barriers({4, 6}), ElementsAre(4, 6));
  EXPECT_THAT(SourceLines(phases("__syncthreads();")).spare_barriers({4}), IsEmpty());
  EXPECT_THAT(SourceLines(phases("")).spare_barriers({4}), IsEmpty());
}

TEST(SourceLines, FindsCallsOfATemplate) {
  const std::string calls =
      "template <int kFloats>\n"
      "__device__ void copy(float* to) { *to = kFloats; }\n"
      "__global__ void kernel(float* c) {\n"
      "  copy<4>(c);\n"
      "}\n"
      "void matmul(float* c) { kernel<<<1, 1>>>(c); }\n";
  EXPECT_THAT(SourceLines(calls).callers(2), ElementsAre(4));
  EXPECT_THAT(SourceLines(calls).callers(4), IsEmpty());
}

TEST(SourceLines, FindsLoadsOfFragmentsByTheirUse) {
  const std::string loads =
      "using BFragment = fragment<matrix_b, 16, 16, 8, tf32, row_major>;\n"
      "void f(float* a, float* b) {\n"
      "  wmma::fragment<wmma::matrix_a, 16, 16, 8, tf32, wmma::row_major> left[2];\n"
      "  BFragment right;\n"
      "  fragment<accumulator, 16, 16, 8, float> sums;\n"
      "  wmma::load_matrix_sync(left[1], a, 16);\n"
      "  load_matrix_sync(right, b, 16);\n"
      "  load_matrix_sync(sums, b, 16, mem_row_major);\n"
      "}\n";
  EXPECT_THAT(SourceLines(loads).loads_of_fragments("matrix_a"), ElementsAre(6));
  EXPECT_THAT(SourceLines(loads).loads_of_fragments("matrix_b"), ElementsAre(7));
  const std::string any =
      "template <class F> void f(F& x, float* a) {\n"
      "  load_matrix_sync(x, a, 16);\n"
      "}\n";
  EXPECT_THAT(SourceLines(any).loads_of_fragments("matrix_a"), ElementsAre(2));
}

// The lines of loops that are unusual to the accesses of line 7.
std::vector<int> unusual(const std::string& loop, const std::string& before = "") {
  return SourceLines(
             "constexpr int kTile = 16, kTwice = 2 * kTile;\n"
             "__global__ void f(const float* a, float* c, int k) {\n"
             "  for (int k0 = 0; k0 < k; k0 += kTile) {\n"
             "    tile[threadIdx.x] = a[k0 + threadIdx.x]; " +
             before +
             "\n    __syncthreads();\n"
             "    " +
             loop +
             "\n"
             "      sum += tile[at + p] * tile[p];\n"
             "    __syncthreads();\n  }\n  c[0] = sum;\n}\n")
      .unusual_loops(7);
}

TEST(SourceLines, TellsPlainLoopsFromUnusualOnes) {
  EXPECT_THAT(unusual("for (int p = 0; p < kTile; ++p)"), IsEmpty());
  EXPECT_THAT(unusual("for (int p = 0; p < kTwice; ++p)"), IsEmpty());
  EXPECT_THAT(unusual("for (int p = 0; p < end; ++p)", "const int end = kTwice;"), IsEmpty());
  EXPECT_THAT(unusual("for (int p = 0; p < k; ++p)"), ElementsAre(6));
  EXPECT_THAT(unusual("for (int p = 0; p < end; ++p)", "const int end = min(kTile, k - k0);"),
              ElementsAre(6));
  EXPECT_THAT(unusual("for (int p = 0; p < kTile && k0 + p < k; ++p)"), ElementsAre(6));
  EXPECT_THAT(unusual("for (int p = 0; p < kTile; ++p) if (k0 + p < k)"), ElementsAre(6));
  EXPECT_THAT(unusual("for (int p = 0; p < kTile; ++p)", "int at = k0 & 1;"), ElementsAre(6));
  EXPECT_THAT(SourceLines("void f() {\n#pragma unroll 4\n  for (int p = 0; p < 8; ++p)\n"
                          "    sum += tile[p];\n}\n")
                  .unusual_loops(4),
              ElementsAre(3));
}

TEST(SourceLines, FindsTheLaunch) {
  EXPECT_THAT(SourceLines(kHost).launch(), ElementsAre(8));
  EXPECT_THAT(SourceLines("").launch(), IsEmpty());
}

TEST(SourceLines, FindsAllocationsThatAreNeverFreed) {
  EXPECT_THAT(SourceLines(kHost).never_freed(), ElementsAre(5, 6));
}

TEST(SourceLines, FindsWhatIsFreedOnACondition) {
  const std::string host =
      "cudaError_t matmul_host(float* c) {\n  matmul(x);\n  if (ok) {\n    cudaFree(x);\n  }\n"
      "  cudaFree(y);\n  return error;\n}\n";
  EXPECT_THAT(SourceLines(host).early_returns(), ElementsAre(4));
}

TEST(SourceLines, FindsWhereErrorsAreAskedForAndReturned) {
  EXPECT_THAT(SourceLines(kHost).about_errors(), ElementsAre(11, 9));
}

TEST(SourceLines, FindsWhereExtentsAreDeclared) {
  const std::string text = "void f() {\n  dim3 block(16, 16);\n  k<<<4, block>>>();\n}\n";
  EXPECT_THAT(SourceLines(text).extents(3), ElementsAre(2, 3));
  EXPECT_THAT(SourceLines(text).extents(), ElementsAre(2, 3));
  EXPECT_THAT(SourceLines("int x;").extents(1), IsEmpty());
}

const std::string kKernel =
    "__global__ void k(const float* a, float* c, int n, int k) {\n"
    "  __shared__ float t[16];\n"
    "  if (threadIdx.x >= n) return;\n"
    "  int phases = k / 16;\n"
    "  for (int i = 0; i < phases; ++i) {\n"
    "    t[threadIdx.x] = a[i];\n"
    "    __syncthreads();\n"
    "    for (int p = 0; p < 16; ++p)\n"
    "      c[p] += t[p];\n"
    "  }\n"
    "}\n"
    "void f() { return; }\n";

TEST(SourceLines, FindsTokensInTheFileOrInOneFunction) {
  EXPECT_THAT(SourceLines(kKernel).lines_containing({"return"}), ElementsAre(3, 12));
  EXPECT_THAT(SourceLines(kKernel).lines_containing({"return", "for"}, 7), ElementsAre(3, 5, 8));
}

TEST(SourceLines, FindsLoopsAndWhereTheirEndsAreComputed) {
  EXPECT_THAT(SourceLines(kKernel).loops_around(9), ElementsAre(8, 5, 4));
  EXPECT_THAT(SourceLines(kKernel).loops_around(6), ElementsAre(5, 4));
  EXPECT_THAT(SourceLines(kKernel).loops_around(3), IsEmpty());
}

TEST(SourceLines, FindsWhatAnIndexIsComputedFrom) {
  const std::string text =
      "constexpr int kStep = kWidth / 2;\n"
      "__global__ void k(float* c) {\n"
      "  const int tx = threadIdx.x;\n"
      "  const int row = tx / kStep;\n"
      "  int o = 0;\n"
      "  c[row + o] = tx;\n"
      "}\n";
  EXPECT_THAT(SourceLines(text).computed_for(6), ElementsAre(4, 1));
  EXPECT_THAT(SourceLines(text).computed_for(5), IsEmpty());
}

TEST(SourceLines, TellsTheIndicesOfOneArrayFromAnotherOnes) {
  const std::string text =
      "__global__ void k(float* c, int n) {\n"
      "  __shared__ float t[4][4];\n"
      "  const int y = threadIdx.y + 1;\n"
      "  const int row = blockIdx.y * 4;\n"
      "  t[y][0] = c[row];\n"
      "}\n";
  EXPECT_THAT(SourceLines(text).computed_for(5), ElementsAre(3, 4));
  EXPECT_THAT(SourceLines(text).computed_for(5, "t"), ElementsAre(3));
  EXPECT_THAT(SourceLines(text).computed_for(5, "c"), ElementsAre(4));
}

TEST(SourceLines, FindsSumsCallersAndTheBlock) {
  const std::string text =
      "__device__ void fill(float* t) {\n"
      "  t[0] += 1;\n"
      "}\n"
      "__global__ void k(float* t) {\n"
      "  fill(t);\n"
      "  for (int i = 0; i < 4; ++i) fill(t);\n"
      "}\n"
      "void matmul(float* t) {\n"
      "  dim3 block(8, 8);\n"
      "  dim3 grid(2);\n"
      "  k<<<grid, block>>>(t);\n"
      "}\n";
  EXPECT_THAT(SourceLines(text).sums(), ElementsAre(2));
  EXPECT_THAT(SourceLines(text).callers(2), ElementsAre(6, 5));
  EXPECT_THAT(SourceLines(text).block(), ElementsAre(9));
}

TEST(SourceLines, FindsWholeNumbersThatGetSumsOfVariables) {
  const std::string text =
      "__global__ void k(const float* a) {\n"
      "  int sum = 0, n = 0;\n"
      "  float x = a[0];\n"
      "  sum += x * x;\n"
      "}\n";
  EXPECT_THAT(SourceLines(text).rounding(), ElementsAre(2));
}

TEST(SourceLines, FindsWhereAThreadsNumberIsComputedForALoop) {
  const std::string text =
      "__global__ void k(float* c, int n) {\n"
      "  const int tx = threadIdx.x, ty = threadIdx.y;\n"
      "  const int own = tx * blockDim.y + ty;\n"
      "  for (int e = own; e < 64; e += 32) {\n"
      "    int r = e / 8, s = e % 8;\n"
      "    c[r * n + s] = 0;\n"
      "  }\n"
      "}\n";
  EXPECT_THAT(SourceLines(text).computed_for(6), ElementsAre(5, 5, 4, 3));
}

TEST(SourceLines, FindsGuardsAndTheEndsOfLoops) {
  const std::string text =
      "__global__ void k(float* c, int n) {\n"
      "  const bool inside = threadIdx.x < n;\n"
      "  if (n < 0) return;\n"
      "  if (n == 7) c[1] = 2;\n"
      "  for (int p = 0; p < n; ++p) {\n"
      "    if (n > p) {\n"
      "      c[p] = inside ? 1 : 0;\n"
      "    }\n"
      "  }\n"
      "}\n";
  EXPECT_THAT(SourceLines(text).guards_of(7), ElementsAre(3, 6, 2));
  EXPECT_THAT(SourceLines(text).guards_of(2), IsEmpty());
  EXPECT_THAT(SourceLines(text).end_of_loop(7, 6), ElementsAre(9));
}

TEST(SourceLines, SeesAHelperFromWhereItIsCalled) {
  const SourceLines is(
      "__device__ float product(float* t, int p) {\n"
      "  return t[p];\n"
      "}\n"
      "__global__ void f(const float* a) {\n"
      "  for (int p = 0; p < 4; ++p) {\n"
      "    t[threadIdx.x] = a[p];\n"
      "    sum += product(t, p);\n"
      "  }\n"
      "}\n");
  EXPECT_EQ(is.in_one_function(2, 6), std::pair(7, 6));
  EXPECT_EQ(is.in_one_function(6, 2), std::pair(6, 7));
  EXPECT_EQ(is.in_one_function(6, 7), std::pair(6, 7));
}

TEST(SourceLines, FindsDeclarationsAndWhatRoundsElements) {
  EXPECT_THAT(SourceLines(kKernel).declaration_of("phases"), ElementsAre(4));
  EXPECT_THAT(SourceLines(kKernel).rounding(), IsEmpty());
  const std::string text = "void f() {\n  int x = a[2];\n  int sum = 0;\n  sum += a[1];\n}\n";
  EXPECT_THAT(SourceLines(text).rounding(), ElementsAre(2, 3));
}

TEST(SourceLines, FindsLoopsOfTheHostThatMayLeaveARest) {
  const std::string loops =
      "void f(int n) {\n  for (int i = 0; i < n; ++i) {}\n  for (int i = 0; i + 4 <= n; i += 4) "
      "{}\n}\n";
  EXPECT_THAT(SourceLines(loops).long_steps(), ElementsAre(3));
  const std::string of_kernel = loops + "__global__ void k() {}\n";
  EXPECT_THAT(SourceLines(of_kernel).long_steps(), IsEmpty());
}

}  // namespace
}  // namespace gemmlab
