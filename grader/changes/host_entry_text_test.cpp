#include "grader/changes/changes.h"

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

TEST(HostEntryText, finds_what_a_matrix_went_through) {
  EXPECT_THAT(lines_about_matrix(kHost, 0), ElementsAre(4, 7));
  EXPECT_THAT(lines_about_matrix(kHost, 1), ElementsAre(5));
  EXPECT_THAT(lines_about_matrix("int x;", 1), IsEmpty());
}

TEST(HostEntryText, finds_the_launch) {
  EXPECT_THAT(lines_of_launch(kHost), ElementsAre(8));
  EXPECT_THAT(lines_of_launch(""), IsEmpty());
}

TEST(HostEntryText, finds_allocations_that_are_never_freed) {
  EXPECT_THAT(lines_never_freed(kHost), ElementsAre(5, 6));
}

TEST(HostEntryText, finds_where_errors_are_asked_for_and_returned) {
  EXPECT_THAT(lines_about_errors(kHost), ElementsAre(11, 9));
}

TEST(HostEntryText, finds_where_extents_are_declared) {
  const std::string text = "void f() {\n  dim3 block(16, 16);\n  k<<<4, block>>>();\n}\n";
  EXPECT_THAT(lines_of_extents(text, 3), ElementsAre(2));
  EXPECT_THAT(lines_of_extents(text, 2), IsEmpty());
}

}  // namespace
}  // namespace gemmlab
