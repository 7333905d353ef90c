#include "grader/oral/experiments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "grader/oral/marked_stores.h"

namespace gemmlab {
namespace {

using Kind = ExperimentKind;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kSource = R"(constexpr int kTile = 16;
__global__ void tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[threadIdx.y][threadIdx.x] = row < m ? a[row * k + k0] : 0.0f;
    __syncthreads();  // both are there
    sum += a_tile[threadIdx.y][0] * b[k0 * n + col];
  }
  if (row >= m || col >= n) {
    return;
  }
  c[row * n + col] = sum;
}
void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
)";

// On that line, of a kind; one without a line: there is none.
Experiment found(Kind kind, int line, const std::string& was = "") {
  for (const Experiment& each : experiments_on(kSource)) {
    if (each.kind == kind && each.line == line && (was.empty() || each.was == was)) {
      return each;
    }
  }
  return {};
}

TEST(Experiments, DropAndWeakenATest) {
  EXPECT_EQ(found(Kind::test_dropped, 8).was, "row < m");
  EXPECT_THAT(found(Kind::test_dropped, 8).text, HasSubstr("= true ? a[row * k"));
  EXPECT_THAT(found(Kind::test_weakened, 8).text, HasSubstr("= row <= m ? a"));
  EXPECT_THAT(found(Kind::test_dropped, 12, "col >= n").text, HasSubstr("(row >= m || false)"));
  EXPECT_THAT(found(Kind::test_weakened, 12, "row >= m").text, HasSubstr("(row > m || col"));
}

TEST(Experiments, KeepTheTestOfALoopAndWeakenIt) {
  EXPECT_EQ(found(Kind::test_dropped, 7).line, 0);
  EXPECT_THAT(found(Kind::loop_one_more, 7).text, HasSubstr("k0 <= k; k0 += kTile"));
}

TEST(Experiments, DeleteOnlyTheBarrierAndKeepAllLines) {
  const std::string text = found(Kind::barrier_deleted, 9).text;
  EXPECT_THAT(text, Not(HasSubstr("__syncthreads")));
  EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(kSource, '\n'));
}

TEST(Experiments, ExchangeAxesInKernelsAndNotInTheGrid) {
  const std::string text = found(Kind::axes_exchanged, 4).text;
  EXPECT_THAT(text, HasSubstr("row = blockIdx.y * kTile + threadIdx.x"));
  EXPECT_THAT(text, HasSubstr("a_tile[threadIdx.x][threadIdx.y]"));
}

TEST(Experiments, PutAnotherExtentInPlaceOfARowLength) {
  EXPECT_THAT(found(Kind::row_length, 10).text, HasSubstr("b[k0 * m + col]"));
  EXPECT_EQ(found(Kind::row_length, 10).name, "b");
  EXPECT_EQ(found(Kind::row_length, 15).name, "c");
}

TEST(Experiments, PadTilesHalveConstantsAndRoundDown) {
  EXPECT_THAT(found(Kind::one_for_zero, 8).text, HasSubstr("k0] : 1.0f;"));
  EXPECT_THAT(found(Kind::row_padded, 3).text, HasSubstr("a_tile[kTile][kTile + 1];"));
  EXPECT_THAT(found(Kind::constant_halved, 1).text, HasSubstr("constexpr int kTile = 8;"));
  EXPECT_THAT(found(Kind::grid_rounded_down, 18, "(m + kTile - 1) / kTile").text,
              HasSubstr("grid((n + kTile - 1) / kTile, m / kTile)"));
}

TEST(Experiments, MarkWhatOneThreadStores) {
  EXPECT_THAT(with_marked_stores(kSource, {.x = 3, .block_y = 2}),
              HasSubstr("c[row * n + col] = (threadIdx.x == 3 && threadIdx.y == 0 && blockIdx.x == "
                        "0 && blockIdx.y == 2 ? 1e30f : (sum));"));
  EXPECT_THAT(with_marked_stores("__global__ void f(float* c) { atomicAdd(&c[0], 1.0f); }", {}),
              IsEmpty());
  EXPECT_THAT(with_marked_stores("__global__ void f(float* c) { c[0] += 1.0f; }", {}), IsEmpty());
}

TEST(Experiments, FindNothingInAFileOfOpenBrackets) {
  EXPECT_THAT(experiments_on("__global__ void f( { if (i < m"), IsEmpty());
  EXPECT_THAT(experiments_on(""), IsEmpty());
}

}  // namespace
}  // namespace gemmlab
