#include "grader/compile/compile_rules.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>

#include "grader/compile/compile_result.h"
#include "grader/compile/precompiled_header.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/fs.h"
#include "grader/machine/paths.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

enum class By { clang, nvcc };

// Each rule's one violation is in line 4.
class CudaRules : public testing::TestWithParam<By> {
 protected:
  void SetUp() override {
    Toolchain& tools = job_.tools;
    if (GetParam() == By::nvcc) {
      tools.clang.reset();
    }
    if (!(GetParam() == By::nvcc ? tools.nvcc : tools.clang)) {
      GTEST_SKIP() << "this compiler is not installed";
    }
  }

  std::optional<CompileResult> check(const std::string& body) {
    std::ofstream(job_.source) << body;
    return RulesCheck(job_).wait();
  }

  std::optional<CompileResult> check_line_4(const std::string& line_4,
                                            const std::string& line_3 = "") {
    return check("\n#include <gemmlab/matmul.h>\n" + line_3 + "\n" + line_4 +
                 "\n__global__ void last(float* c) { c[0] = 1; }\n");
  }

  void expect_broken(const std::optional<CompileResult>& result) {
    ASSERT_TRUE(result);
    EXPECT_EQ(result->outcome, CompileResult::Outcome::does_not_compile);
    EXPECT_EQ(result->refusal->line, 4) << message(*result);
  }

  ScratchFolder folder_{testing::TempDir()};
  CompileJob job_{folder_.path() / "kernel.cu", folder_.path(), toolchain(), {}};
};

TEST_P(CudaRules, LetAKernelCallNoHostFunction) {
  expect_broken(check_line_4("__global__ void k(float* c) { c[0] = twice(3); }",
                             "int twice(int x) { return 2 * x; }"));
}

TEST_P(CudaRules, LetAKernelCallNoConstexprHostFunction) {
  expect_broken(check_line_4("__global__ void k(float* c) { c[0] = twice(c[1]); }",
                             "template <class T> constexpr T twice(T x) { return 2 * x; }"));
}

TEST_P(CudaRules, LetAKernelCallNoStdMin) {
  expect_broken(check_line_4("__global__ void k(int* c) { c[0] = std::min(c[1], 2); }",
                             "#include <algorithm>"));
}

TEST_P(CudaRules, LetAKernelAssignToNoConstant) {
  expect_broken(
      check_line_4("__global__ void k() { scale = 2; }", "__constant__ float scale = 1;"));
}

TEST_P(CudaRules, LetAKernelReadNoArrayOfTheHostsConstants) {
  const std::string use = "__global__ void k(int* c) { c[0] = kSome[c[1]]; }";
  for (const char* declared : {"const int kSome[2] = {1, 2};", "constexpr int kSome[2] = {1, 2};",
                               "namespace { constexpr int kSome[2] = {1, 2}; }"}) {
    SCOPED_TRACE(declared);
    expect_broken(check_line_4(use, declared));
  }
  EXPECT_FALSE(check_line_4("__global__ void k(int* c) { c[0] = kA[c[1]] + kB[c[1]] + kC[c[1]]; }",
                            "__constant__ int kA[2]; static __device__ const int kB[2] = {1, 2}; "
                            "__constant__ constexpr int kC[2] = {1, 2};"));
}

TEST_P(CudaRules, LetAKernelUseConstantsByTheirValues) {
  EXPECT_FALSE(
      check_line_4("__global__ void k(float* c) { c[0] = kOne * sizeof(kSome) + kTwo; } "
                   "__global__ void j(int* c) { static const int some[2] = {1, 2}; "
                   "constexpr int other[2] = {1, 2}; c[0] = some[c[1]] + other[c[1]]; }",
                   "const float kOne = 1; constexpr int kTwo = 2, kSome[2] = {1, 2};"));
}

TEST_P(CudaRules, LetAKernelHaveNoTypeOfAHostFunction) {
  const std::string kernel = "template <class F> __global__ void k(F f, float* c) { c[0] = 1; }";
  for (const char* host :
       {"void host(float* c) { k<<<1, 1>>>([] { return 1; }, c); }",
        "auto one = [] { return 1; }; void host(float* c) { k<<<1, 1>>>(one, c); }",
        "void host(float* c) { struct S { int x; }; k<<<1, 1>>>(S{1}, c); }"}) {
    EXPECT_TRUE(check_line_4(kernel + host)) << host;
  }
  EXPECT_FALSE(check_line_4(kernel + "namespace { struct S { int x; }; } void host(float* c) { "
                                     "k<<<1, 1>>>(S{1}, c); }"));
}

TEST_P(CudaRules, LetAKernelHaveNoInitializerList) {
  expect_broken(check_line_4("__global__ void k(float* c, std::initializer_list<int> l) {}",
                             "#include <initializer_list>"));
}

TEST_P(CudaRules, LetAKernelHaveNoEllipsis) {
  expect_broken(check_line_4("__global__ void k(float* c, ...) { c[0] = 1; }"));
}

TEST_P(CudaRules, LetAKernelBeNoMember) {
  expect_broken(check_line_4("struct S { static __global__ void k(float* c) { c[0] = 1; } };"));
}

TEST_P(CudaRules, LetAKernelReadNoHostVariable) {
  expect_broken(check_line_4("__global__ void k(float* c) { c[0] = count; }", "int count = 1;"));
}

TEST_P(CudaRules, LetNobodyCallAKernelWithoutALaunch) {
  expect_broken(check_line_4("void host(float* c) { k(c); }", "__global__ void k(float* c) {}"));
}

TEST_P(CudaRules, LetHostCodeCallNoDeviceFunction) {
  expect_broken(check_line_4("int host() { return twice(3); }",
                             "__device__ int twice(int x) { return 2 * x; }"));
}

TEST_P(CudaRules, LetHostCodeFormNoGroup) {
  expect_broken(check_line_4("void host() { cooperative_groups::this_thread_block().sync(); }",
                             "#include <cooperative_groups.h>"));
}

TEST_P(CudaRules, LetKernelsReturnNothing) {
  expect_broken(check_line_4("__global__ int k(float* c) { return 1; }"));
}

TEST_P(CudaRules, AreKeptByUnusualButRightCode) {
  const auto result = check(R"(
#include <gemmlab/matmul.h>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
constexpr int kTile = 16;
__constant__ float scale[4];
__device__ float helper(float x) { return sqrtf(x) + fmaxf(x, 1.0f) + max(1, 2) + __expf(x); }
struct Size { int n; __host__ __device__ int twice() const { return 2 * n; } };
template <int N, class T> __global__ void __launch_bounds__(256) k(T* c, Size size) {
  __device__ __shared__ T tile[N];
  extern __shared__ T dynamic[];
  const float4 v = make_float4(1, 2, 3, 4);
  if (threadIdx.x < size.twice()) { tile[threadIdx.x] = helper(v.y); dynamic[threadIdx.x] = v.x; }
  __syncthreads();
  atomicAdd(c, 1.0f);
  printf("%d\n", kTile);
  assert(c != nullptr);
  c[1] = std::abs(int(threadIdx.x)) + std::fabs(v.x) + abs(v.x) + pow(2.0, 3.0) + INFINITY;
  auto at = [&](int i) { return tile[i] + __ldg(c + i) + scale[0]; };
#pragma unroll
  for (int j = 0; j < 4; ++j) c[j] = at(j) + std::fmax(v.x, v.y) + fabs(v.z) + std::sqrt(v.w);
  c[0] = __shfl_down_sync(0xffffffffu, c[0], 1);
  int exponent = ilogbf(v.x) + static_cast<int>(lroundf(v.y) + llrint(2.5));
  c[1] = isnan(v.x) + std::isinf(v.x) + isfinite(2.0) + std::signbit(v.x) + std::move(v.x);
  c[1] = isnan(nanf("")) + frexpf(v.x, &exponent) + scalbnf(v.y, 2) + remquof(v.x, v.y, &exponent) +
         nextafterf(v.z, v.w) + normcdff(v.x) + __double2ll_rn(nan("")) + j0f(v.x);
  namespace cg = cooperative_groups;
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  block.sync();
  c[2] = cg::reduce(warp, c[2], cg::plus<float>()) + warp.shfl_xor(c[1], 1) + block.thread_rank();
  c[3] = cg::reduce(warp, c[3], [](float x, float y) { return x < y ? x : y; });
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  k<kTile><<<grid, dim3(kTile, kTile), 64 * sizeof(float)>>>(c, Size{n});
  const float host_scale[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(scale, host_scale, sizeof(host_scale));
  cudaFuncSetAttribute(k<kTile, float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  float* device = nullptr;
  if (cudaMalloc(&device, sizeof(float) * m) != cudaSuccess) std::abort();
  std::vector<float> host(std::max(m, n));
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
)");
  EXPECT_FALSE(result) << message(*result);
}

// What only this check reads may claim anything, too.
TEST_P(CudaRules, NameNoFileThatAMessageMakesUp) {
  const fs::path secret = folder_.path() / "elsewhere" / "secret";
  fs::create_directory(secret.parent_path());
  std::ofstream(secret) << "__shared__\n";
  for (const std::string word : {"__global__", "on non-static local variables __device__"}) {
    const std::string claim = "\\n" + secret.string() + ":1: error: " + word;
    const auto result = check_line_4("static_assert(sizeof(int) == 1, \"" + claim + "\");");
    const std::string said = result ? message(*result) : "";
    EXPECT_TRUE(!result || result->refusal->line == 4) << said;
    EXPECT_EQ(said.find("\n" + secret.string()), std::string::npos) << said;
    EXPECT_EQ(said.find("| __shared__"), std::string::npos) << said;
  }
}

TEST_P(CudaRules, HoldWhereThePrecompiledHeadersCannotBeUsed) {
  if (GetParam() == By::nvcc) {
    GTEST_SKIP() << "only clang has such";
  }
  std::vector<fs::path> made;
  for (const bool device : {false, true}) {
    const auto header = precompiled_header(*job_.tools.clang, rules_flags(device));
    ASSERT_TRUE(header);
    made.push_back(header->for_clang());
    fs::resize_file(made.back(), 4096);
  }
  expect_broken(check_line_4("__global__ void k(float* c) { c[0] = twice(3); }",
                             "int twice(int x) { return 2 * x; }"));
  for (const fs::path& file : made) {
    EXPECT_GT(fs::file_size(file), 4096u) << "it is made again";
  }
}

INSTANTIATE_TEST_SUITE_P(Checked, CudaRules, testing::Values(By::clang, By::nvcc),
                         [](const testing::TestParamInfo<By>& info) {
                           return info.param == By::clang ? "ByClang" : "ByNvcc";
                         });

// clang gives up at 256 brackets, and after some errors, where it has seen nothing of what follows.
TEST_P(CudaRules, HoldBehindWhatOnlyOneCompilerTakes) {
  const std::string call = "__global__ void k(float* c) { c[0] = twice(3); }";
  const std::string function = "int twice(int x) { return 2 * x; } ";
  const std::string brackets = std::string(300, '(') + "1" + std::string(300, ')');
  expect_broken(check_line_4(call, function + "int many = " + brackets + ";"));
  if (GetParam() == By::clang) {
    std::string errors;
    for (int i = 0; i < 40; ++i) {
      errors += "int e" + std::to_string(i) + " = __builtin_no_such_" + std::to_string(i) + "(1); ";
    }
    expect_broken(check_line_4(call, function + errors));
  }
}

TEST(CudaRulesByClang, AreKeptByEverySolution) {
  if (!toolchain().clang) {
    GTEST_SKIP() << "clang is not installed";
  }
  const ScratchFolder folder(testing::TempDir());
  for (const auto& solution : fs::directory_iterator(paths().solutions())) {
    const fs::path source = solution.path() / "kernel.cu";
    if (fs::exists(source)) {
      CompileJob job{source, folder.path(), toolchain(), {}};
      const auto result = RulesCheck(job).wait();
      EXPECT_FALSE(result) << message(*result);
    }
  }
}

}  // namespace
}  // namespace gemmlab
