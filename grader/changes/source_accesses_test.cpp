#include "grader/changes/source_accesses.h"

#include <gmock/gmock.h>

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string kernel(const std::string& body) {
  return "__global__ void f(const float* a, float* c, int n, float beta) {\n" + body + "\n}\n";
}

const std::string kSquare = "const int tx = threadIdx.x, ty = threadIdx.y, row = 4 * n + ty;\n";
const std::string kFlat = "const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;\n";

SourceAccesses::Store store(const std::string& names, const std::string& statement,
                            int dimensions) {
  const std::string text = kernel(names + statement);
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
  EXPECT_EQ(store(kSquare, "as[n] = a[n];", 2).missing, "") << "a parameter may be anything";
  EXPECT_EQ(store(kSquare, "as = a[n];", 2).element, "as");
  EXPECT_EQ(store(kSquare, "c[n] = as[tx];", 2).element, "");
}

std::string factor(const std::string& body) {
  const std::string text = kernel(body);
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
}

TEST(SourceAccesses, FindBarriersThatAreNotCalledOrDependOnACondition) {
  const std::string text = "#define SYNC() __syncthreads()\n" +
                           kernel("__syncthreads;\nif (n) {\n__syncthreads();\n}\nSYNC();");
  const auto all = SourceAccesses(text).barriers(3);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_FALSE(all[0].is_called);
  EXPECT_TRUE(all[1].is_called && all[1].is_in_if);
  EXPECT_TRUE(all[2].line == 7 && all[2].is_called && !all[2].is_in_if);
}

TEST(SourceAccesses, FindStoresUnderAGuardWithoutElse) {
  const std::string text =
      kernel("if (n < 4)\n as[n] = a[n];\nif (n > 4) bs[n] = a[n]; else bs[n] = 0;");
  EXPECT_THAT(SourceAccesses(text).guarded_stores("as"), ElementsAre(3, 2));
  EXPECT_THAT(SourceAccesses(text).guarded_stores("bs"), IsEmpty());
}

TEST(SourceAccesses, FindPointersThatNothingSets) {
  const std::string text =
      "void f(const float* a) {\n  float *x, *y = nullptr, *z, *u;\n  cudaMalloc(&x, 4);\n"
      "  cudaMemcpy(y, a, 4, cudaMemcpyDefault);\n  z = x;\n  allocate(u);\n"
      "  g<<<1, 1>>>(x, y, z, u);\n}\n";
  const auto unset = SourceAccesses(text).unset_pointers();
  ASSERT_EQ(unset.size(), 1u);
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
