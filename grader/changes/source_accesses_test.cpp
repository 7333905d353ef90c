#include "grader/changes/source_accesses.h"

#include <gmock/gmock.h>

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string kernel_of(const std::string& body) {
  return "__global__ void f(const float* a, float* c, int n, float beta) {\n" + body + "\n}\n";
}

const std::string kSquare = "const int tx = threadIdx.x, ty = threadIdx.y, row = 4 * n + ty;\n";
const std::string kFlat = "const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;\n";

SourceAccesses::Store store(const std::string& names, const std::string& statement,
                            int dimensions) {
  const std::string text = kernel_of(names + statement);
  return SourceAccesses(text).store_at(3, "as", dimensions);
}

TEST(SourceAccesses, NameTheIndexThatAStoreLacks) {
  EXPECT_EQ(store(kSquare, "as[tx][tx] = a[n];", 2).element, "as[tx][tx]");
  EXPECT_EQ(store(kSquare, "as[tx][tx] = a[n];", 2).missing, "ty");
  EXPECT_EQ(store(kSquare, "as[0][0] = a[n];", 2).missing, "tx and ty");
  EXPECT_EQ(store(kSquare, "as[row][0] = a[n];", 2).missing, "tx");
  EXPECT_EQ(store(kSquare, "as[ty][tx] = a[n];", 2).missing, "");
  EXPECT_EQ(store("\n", "as[threadIdx.x] = a[n];", 2).missing, "threadIdx.y");
  EXPECT_EQ(store(kFlat, "as[tx][tx] = a[n];", 1).missing, "ty");
  EXPECT_EQ(store(kFlat, "as[tid] = a[n];", 1).missing, "");
  EXPECT_EQ(store(kSquare, "as[n] = a[n];", 2).missing, "tx and ty");
  const std::string helper = "__device__ void put(float* as, int i) {\nas[i] = 1;\n}\n";
  EXPECT_EQ(SourceAccesses(helper).store_at(2, "as", 2).missing, "") << "i may be anything";
  EXPECT_EQ(store(kSquare, "as = a[n];", 2).element, "as");
  EXPECT_EQ(store(kSquare, "c[n] = as[tx];", 2).element, "");
}

std::string factor(const std::string& body) {
  const std::string text = kernel_of(body);
  return SourceAccesses(text).factor_of_old(2);
}

TEST(SourceAccesses, FindWhatAnOldValueIsMultipliedBy) {
  EXPECT_EQ(factor("c[n] = a[n] + beta * c[n];"), "beta");
  EXPECT_EQ(factor("c[n] = c[n] * beta + a[n];"), "beta");
  EXPECT_EQ(factor("c[n] = fmaf(beta, c[n], a[n]);"), "beta");
  EXPECT_EQ(factor("c[n] = a[n] + 0.0f * (c[n]);"), "0.0f");
  EXPECT_EQ(factor("c[n] *= beta;"), "beta");
  EXPECT_EQ(factor("const float old = c[n];\nc[n] = a[n] + beta * old;"), "beta");
  EXPECT_EQ(factor("c[n] += a[n];"), "");
  EXPECT_EQ(factor("c[n] = c[n] + beta * a[n];"), "");
  const std::string text = kernel_of("sums[0] = a[n];\nc[n] = alpha * sums[0] + beta * c[n];");
  EXPECT_EQ(SourceAccesses(text).factor_of_old(3), "beta");
}

TEST(SourceAccesses, FindBarriersThatAreNotCalledOrDependOnACondition) {
  const std::string text = "#define SYNC() __syncthreads()\n" +
                           kernel_of("__syncthreads;\nif (n) {\n__syncthreads();\n}\nSYNC();");
  const auto all = SourceAccesses(text).barriers(3);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_FALSE(all[0].is_called);
  EXPECT_TRUE(all[1].is_called && all[1].is_in_if);
  EXPECT_TRUE(all[2].line == 7 && all[2].is_called && !all[2].is_in_if);
}

TEST(SourceAccesses, FindStoresUnderAGuardWithoutElse) {
  const std::string text = kernel_of(
      "if (4 < n)\n as[0] = a[n];\nif (n > 4) bs[n] = a[n]; else bs[n] = 0;\n"
      "const bool inside = n < 4;\nif (inside) { cs[0] = 1; }\n"
      "if (threadIdx.x < 4) ds[0] = 1;");
  const SourceAccesses accesses(text);
  const auto stores = accesses.guarded_stores("as");
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_EQ(stores[0].line, 3);
  EXPECT_EQ(stores[0].guard, 2);
  EXPECT_THAT(accesses.guarded_stores("bs"), IsEmpty());
  EXPECT_EQ(accesses.guarded_stores("cs").size(), 1u);
  EXPECT_THAT(accesses.guarded_stores("ds"), IsEmpty()) << "no edge makes that false";
}

TEST(SourceAccesses, FindPointersThatAreUsedBeforeTheyAreSet) {
  const std::string text =
      "void f(const float* a) {\n  float *x, *y = nullptr, *z, *u, *v;\n  cudaMalloc(&x, 4);\n"
      "  cudaMemcpy(y, a, 4, cudaMemcpyDefault);\n  z = x;\n  allocate(u);\n"
      "  g<<<1, 1>>>(x, y, z, u, v);\n  cudaMalloc(&v, 4);\n}\n";
  const auto unset = SourceAccesses(text).unset_pointers();
  ASSERT_EQ(unset.size(), 2u);
  EXPECT_EQ(unset[1].name, "v");
  EXPECT_EQ(unset[0].name, "y");
  EXPECT_EQ(unset[0].line, 4);
  EXPECT_EQ(SourceAccesses(text).allocated_at(3), "x");
}

TEST(SourceAccesses, FindCopiesThatCountElements) {
  const std::string text =
      "void f(const float* a, int n) {\n  const int bytes = n * sizeof(float), count = n;\n"
      "  cudaMemcpy(x, a, bytes, kind);\n  cudaMemcpy(x, a, count, kind);\n"
      "  cudaMemset(x, 0, n);\n  cudaMemset(y, 0, n);\n}\n";
  EXPECT_THAT(SourceAccesses(text).sizes_without_sizeof("x"), ElementsAre(4, 5));
}

}  // namespace
}  // namespace gemmlab
