#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/changes/source_lines.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kTiles =
    "__global__ void kern(const float* a, const float* b, float* c, int M, int N, int K) {\n"
    "  __shared__ int x[16][16], y[16][16];\n"
    "  const int row = blockIdx.y * 16 + threadIdx.y;\n"
    "  const int col = blockIdx.x * 8 + threadIdx.x;\n"
    "  float sum = 1;\n"
    "  for (int k0 = 0; k0 < K; k0 += 16) {\n"
    "    x[0][1] = row < M ? a[row * K + k0 + threadIdx.x] : 0;\n"
    "    if (col < N) y[0][1] = b[(k0 + threadIdx.y) * N + col];\n"
    "    for (int p = 0; p < 16; ++p) sum += x[0][p] * y[p][0];\n"
    "  }\n"
    "  c[row * N + col] = sum;\n"
    "}\n"
    "extern \"C\" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {\n"
    "  kern<<<dim3(1, 1), dim3(16, 16)>>>(a, b, c, m, n, k);\n"
    "}\n";

TEST(SourceSums, RoundsWhereTilesAreOfWholeNumbers) {
  EXPECT_THAT(SourceLines(kTiles).rounding(), ElementsAre(2));
}

TEST(SourceSums, FindsWhereASumBeginsAndGrows) {
  EXPECT_THAT(SourceLines(kTiles).operations(), ElementsAre(9));
  EXPECT_THAT(SourceLines(kTiles).beginnings(), ElementsAre(5));
}

TEST(SourceSums, FindsWhereAnIndexComesFromBlocks) {
  EXPECT_THAT(SourceLines(kTiles).origins(false, {11}), ElementsAre(4));
  EXPECT_THAT(SourceLines(kTiles).origins(true, {11}), ElementsAre(3));
}

TEST(SourceSums, FindsExtentsThatNothingAsksFor) {
  const SourceLines lines(kTiles);
  EXPECT_EQ(lines.untested(7, 'a'), "k");
  EXPECT_EQ(lines.untested(8, 'b'), "k");
  EXPECT_EQ(lines.untested(11, 'c'), "mn");
}

TEST(SourceSums, TakesALoopOverTheElementsForACondition) {
  const std::string text =
      "extern \"C\" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {\n"
      "  for (int row = 0; row < m; ++row)\n"
      "    for (int p = 0; p <= k; ++p)\n"
      "      c[row * n] += a[row * k + p];\n"
      "}\n";
  EXPECT_EQ(SourceLines(text).untested(4, 'a'), "");
  EXPECT_EQ(SourceLines(text).untested(4, 'c'), "n");
}

TEST(SourceSums, KnowsNoExtentsOfAKernelThatIsNotLaunched) {
  const std::string text = "__global__ void kern(float* c, int m) {\n  c[m] = 0;\n}\n";
  EXPECT_EQ(SourceLines(text).untested(2, 'c'), "");
  EXPECT_FALSE(SourceLines(text).launches_anything());
  EXPECT_TRUE(SourceLines(kTiles).launches_anything());
}

TEST(SourceSums, FindsTwoNamesForOneMemory) {
  const auto of = [](const std::string& declarations) {
    const std::string text = "__global__ void kern() {\n" + declarations + "}\n";
    return SourceLines(text).same_memory(2);
  };
  EXPECT_THAT(of("  extern __shared__ float x[];\n  extern __shared__ float y[];\n"),
              ElementsAre(3));
  EXPECT_THAT(of("  extern __shared__ float mem[];\n  float* x = mem;\n  float* y = &mem[0];\n"),
              ElementsAre(4));
  EXPECT_THAT(of("  extern __shared__ float x[];\n  float* y = x;\n  x[1] = y[1];\n"),
              ElementsAre(3));
  EXPECT_THAT(of("  extern __shared__ float mem[];\n  float *x = mem, *y = mem + 256;\n"),
              IsEmpty());
  EXPECT_THAT(of("  extern __shared__ float mem[];\n  float* x = mem;\n  float* y = x + 256;\n"),
              IsEmpty());
}

}  // namespace
}  // namespace gemmlab
