#include "grader/compile/alike_check.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "grader/compile/compile_result.h"
#include "grader/core/fs.h"
#include "grader/machine/scratch_folder.h"

namespace gemmlab {
namespace {

class AlikeTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!toolchain().clang || toolchain().host->is_clang) {
      GTEST_SKIP() << "one compiler reads all";
    }
  }

  EarlyResult compare(const std::string& lines) {
    const fs::path file = folder_.path() / "kernel.cu";
    std::ofstream(file) << "#include <gemmlab/matmul.h>\n" << lines << "int last;\n";
    CompileJob job{file, folder_.path(), toolchain(), {}};
    job.read = {file, folder_.path() / "own.h"};
    return AlikeCheck(job, false).wait();
  }

  void expect_different(const std::string& lines) {
    const EarlyResult result = compare(lines);
    ASSERT_TRUE(result) << lines;
    EXPECT_EQ(result->outcome, CompileResult::Outcome::does_not_compile) << lines;
    EXPECT_NE(message(*result).find("checked must be what runs"), std::string::npos)
        << lines << message(*result);
  }

  ScratchFolder folder_{testing::TempDir()};
};

TEST_F(AlikeTest, RefusesLinesForOneCompiler) {
  const std::string arms = "\nint a;\n#else\nint b;\n#endif\n";
  for (const std::string& lines : {
           "#ifdef __clang__" + arms,
           "#ifndef __clang_major__" + arms,
           "#if __GNUC__ >= 5" + arms,
           "#if defined(__has_builtin) && __has_builtin(__builtin_dump_struct)" + arms,
           "#if __has_attribute(noipa)" + arms,
           "#ifdef __CUDA__" + arms,
           "#ifdef __NVPTX__" + arms,
           "#ifdef __SANITIZE_THREAD__" + arms,
           "#include <features.h>\n#if __GNUC_PREREQ(5, 0)" + arms,
           "#define GLUE(x, y) x##y\n#if GLUE(__cl, ang__)" + arms,
           "#if __CUDA_ARCH__ >= 800 && defined(__clang__)" + arms,
           std::string("#/*\n*/ifdef __cl\\\nang__\n#define A 1\n#else\n#define A 2\n#endif\n"),
           std::string("#ifdef __clang__\n#include <vector>\n#endif\n"),
           std::string("#ifdef __clang__\n#include \"nowhere.h\"\n#endif\nint x;\n"),
           std::string("#ifdef __clang__\n#undef NULL\n#endif\n"),
           "#if 0\n'\n#endif\n#ifdef __clang__" + arms,
       }) {
    expect_different(lines);
  }
}

TEST_F(AlikeTest, RefusesNamesOfOneCompiler) {
  for (const char* lines : {
           "const char* const version = __VERSION__;\n",
           "constexpr int kGnu = __GNUC__;\n",
           "#define GNU __GNUC__\nconstexpr int kGnu = GNU;\n",
           "constexpr int __clang__ = 0;\n",
           "#define GLUE(x, y) x##y\nconst char* const version = GLUE(__VER, SION__);\n",
           "#define GLUE(x, y) x%:%:y\nconstexpr int kGnu = GLUE(__GN, UC__);\n",
           "template <int> constexpr int __has_feature = 0;\n",
       }) {
    expect_different(lines);
  }
}

TEST_F(AlikeTest, TakesWhatIsTheSameForAll) {
  std::ofstream(folder_.path() / "own.h")
      << "#pragma once\n#ifndef OWN_H\n#define OWN_H\n#define SUM(x, y) \\\n  ((x) + \\\n   (y))\n"
         "inline int two = SUM(1,\n  1\n);\n#endif\n";
  for (
      const char* lines : {
          "#include <cassert>\n#include <cfloat>\n#include <climits>\n#include <cmath>\n"
          "#ifdef NDEBUG\n#undef NDEBUG\n#endif\n__global__ void k(float* c) {\n  assert(c != "
          "NULL);\n"
          "  c[0] = FLT_MAX + INFINITY + INT_MAX + __INT_MAX__ - __FLT_MAX__;\n}\n",
          "#ifdef __CUDA_ARCH__\nint a;\n#else\nint b;\n#endif\n",
          "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700\n#error old\n#endif\n",
          "__host__ __device__ int f() {\n#if __CUDA_ARCH__ >= 900\n  return 1;\n#else\n  return "
          "0;\n"
          "#endif\n}\n",
          "#ifndef __CUDACC__\n#define __global__\n#endif\n#ifdef __NVCC__\nint a;\n#endif\n",
          "#ifdef __INTELLISENSE__\n#define __syncthreads()\n#endif\n#ifdef _MSC_VER\nint "
          "m;\n#endif\n",
          "#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 11\nint a;\n#endif\n",
          "#ifdef __GNUC__\n#define LIKELY(x) __builtin_expect(x, 1)\n#endif\nint l = LIKELY(1);\n",
          "#if __cplusplus >= 201703L\nint a;\n#endif\n#if __has_include(<vector>)\n#include "
          "<vector>\n"
          "#endif\n",
          "#include <cstdio>\n#define CHECK(x)                        \\\n  do {                   "
          "\\\n"
          "    if ((x) != cudaSuccess) printf(\"%s:%d #\", __FILE__, __LINE__); \\\n  } while (0)\n"
          "#if 1\nvoid f(float* c) {\n  CHECK(cudaMemcpy(c,\n                   c,\n\n  4,\n"
          "cudaMemcpyDeviceToDevice)\n  );\n#pragma unroll\n  for (int i = 0; i < 2; ++i) "
          "CHECK(cudaGetLastError());\n}\n#endif\n",
          "#include \"own.h\"\n#include \"own.h\"\nint four = SUM(two, 2);\n",
          "#define CONCAT(x, y) x##y\n#define UNIQUE(x) CONCAT(x, __LINE__)\nint UNIQUE(v), "
          "UNIQUE(w);\n",
          "#if 0\nint v = __GNUC__; it's\n#elif defined(__clang__) && 0\n#endif\n",
          "// __GNUC__ and __clang__\nconst char* s = \"__VERSION__\";\n",
      }) {
    const EarlyResult result = compare(lines);
    EXPECT_FALSE(result) << lines << message(*result);
  }
}

TEST_F(AlikeTest, LooksOnlyAtFilesThatMayAsk) {
  const auto names = differing_names(toolchain());
  ASSERT_TRUE(names);
  EXPECT_TRUE(names->contains("__VERSION__"));
  EXPECT_FALSE(names->contains("__INT_MAX__"));
  EXPECT_FALSE(names->contains("__CUDA_ARCH__"));
  EXPECT_FALSE(simt::may_ask_compilers("#include <vector>\n#pragma unroll\nif (x) f(__global__);\n",
                                       *names));
  EXPECT_TRUE(simt::may_ask_compilers("'\n# /*\n*/ if\n", *names));
  EXPECT_TRUE(simt::may_ask_compilers("R\"(%:el\n", *names));
  EXPECT_TRUE(simt::may_ask_compilers("__VERS\\\nION__", *names));
  EXPECT_TRUE(simt::may_ask_compilers("a %:%: b", *names));
}

}  // namespace
}  // namespace gemmlab
