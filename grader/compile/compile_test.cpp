#include "grader/compile/compile.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <future>
#include <optional>

#include "grader/compile/compile_job.h"
#include "grader/compile/compile_ways.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/machine/paths.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"
#include "grader/machine/toolchain.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using Outcome = CompileResult::Outcome;

const std::string kMatmul =
    "extern \"C\" void matmul(const float* a, const float* b, float* c, int m, int n, int k)";
const std::string kStart = "#include <gemmlab/matmul.h>\n";

class CompileTest : public testing::Test {
 protected:
  fs::path write(const std::string& name, const std::string& text) {
    const fs::path file = folder_.path() / name;
    std::ofstream(file) << text;
    return file;
  }

  CompileResult compile_text(const std::string& text, Backend kind = Backend::sim) {
    return compile(write("kernel.cu", text), kind);
  }

  ScratchFolder folder_{testing::TempDir()};
};

const std::string kNaive = kStart + "__global__ void naive(float* c) { c[threadIdx.x] = 1.0f; }\n" +
                           kMatmul + " {\n  naive<<<1, 32>>>(c);\n}\n";

TEST_F(CompileTest, MakesASimulatorModuleThatLeavesTheHooksToItsLoader) {
  const CompileResult result = compile_text(kNaive);
  ASSERT_EQ(result.outcome, Outcome::ok) << message(result);
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_TRUE(fs::exists(result.module));
  EXPECT_EQ(dlopen(result.module.c_str(), RTLD_NOW), nullptr);  // this program has no simulator
  EXPECT_NE(std::string(dlerror()).find("undefined symbol"), std::string::npos);
}

TEST_F(CompileTest, MakesASimulatorModuleByClangToo) {
  const Toolchain& tools = toolchain();
  if (!tools.clang) {
    GTEST_SKIP() << "clang is not installed";
  }
  const fs::path source =
      write("kernel.cu", kStart +
                             "__global__ void copy(const float4* a, float4* c) {\n"
                             "  for (int i = 0; i < 64; ++i) c[i] = a[i];\n}\n" +
                             kMatmul + " { copy<<<1, 32>>>((const float4*)a, (float4*)c); }\n");
  CompileJob job{source, folder_.path(), {tools.clang, tools.clang, tools.nvcc, tools.nm}, {}};
  const CompileResult result = compile_sim(job);
  ASSERT_EQ(result.outcome, Outcome::ok) << message(result);
  const std::string names =
      Process({tools.nm->string(), result.module.string()}, folder_.path(), "names")
          .wait()
          .output.text();
  EXPECT_NE(names.find("U __tsan_read16"), std::string::npos) << names;
  EXPECT_EQ(names.find("U memcpy"), std::string::npos) << names;
}

TEST_F(CompileTest, MakesAHostModuleThatRuns) {
  const fs::path source = write("kernel.cpp", kStart + kMatmul + " { c[0] = a[0] * b[0]; }\n");
  const CompileResult result = compile(source, Backend::cpu);
  ASSERT_EQ(result.outcome, Outcome::ok) << message(result);
  void* module = dlopen(result.module.c_str(), RTLD_NOW);
  ASSERT_NE(module, nullptr) << dlerror();
  using Matmul = void(const float*, const float*, float*, int, int, int);
  auto* matmul = reinterpret_cast<Matmul*>(dlsym(module, "matmul"));
  ASSERT_NE(matmul, nullptr);
  const float a = 2, b = 3;
  float c = 0;
  matmul(&a, &b, &c, 1, 1, 1);
  EXPECT_EQ(c, 6);
}

TEST_F(CompileTest, ShowsNothingButTheContract) {
  const CompileResult result = compile_text(
      kStart + "int helper() { return 1; }\n" + kMatmul + " { c[0] = helper(); }\n", Backend::cpu);
  ASSERT_EQ(result.outcome, Outcome::ok) << message(result);
  void* module = dlopen(result.module.c_str(), RTLD_NOW);
  ASSERT_NE(module, nullptr) << dlerror();
  EXPECT_EQ(dlsym(module, "_Z6helperv"), nullptr);
}

TEST_F(CompileTest, MakesACudaModule) {
  if (!toolchain().nvcc) {
    GTEST_SKIP() << "nvcc is not installed";
  }
  const CompileResult result = compile_text(kNaive, Backend::cuda);
  ASSERT_EQ(result.outcome, Outcome::ok) << message(result);
  const CompileResult bad = compile_text(kStart + "int x = y;\n", Backend::cuda);
  EXPECT_EQ(bad.outcome, Outcome::does_not_compile);
  EXPECT_EQ(bad.refusal->line, 2);
}

TEST_F(CompileTest, MakesTheProgramsThatSolutionsAreBenchedBeside) {
  if (!toolchain().nvcc) {
    GTEST_SKIP() << "nvcc is not installed";
  }
  for (const char* name :
       {"cublas.cu", "cublas_tf32.cu", "cublas_bf16.cu", "cublas_fp16.cu", "ffma_peak.cu"}) {
    const CompileResult result = compile(paths().root / "grader" / "speed" / name, Backend::cuda);
    EXPECT_EQ(result.outcome, Outcome::ok) << message(result);
  }
}

TEST_F(CompileTest, NamesTheLineOfAnErrorUnderThePathItWasGiven) {
  write("bad.cu", kStart + kMatmul + " { this does not compile }\n");
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  for (const Backend kind : {Backend::sim, Backend::cpu}) {
    const CompileResult result = compile("bad.cu", kind);
    EXPECT_EQ(result.outcome, Outcome::does_not_compile);
    EXPECT_EQ(message(result).find("bad.cu:2: error: "), 0U) << message(result);
    EXPECT_NE(message(result).find("\n  2 | extern \"C\" void matmul"), std::string::npos);
    EXPECT_EQ(result.refusal->line, 2);
  }
  fs::current_path(before);
}

TEST_F(CompileTest, ShowsFiveErrorsAtMost) {
  std::string text = kStart;
  for (int i = 0; i < 10; ++i) {
    text += "int x" + std::to_string(i) + " = missing;\n";
  }
  const std::string said = message(compile_text(text));
  EXPECT_NE(said.find("kernel.cu:6: "), std::string::npos) << said;
  EXPECT_EQ(said.find("kernel.cu:7: "), std::string::npos) << said;
}

TEST_F(CompileTest, SpeaksOfALaunchInTheStudentsLine) {
  const CompileResult result =
      compile_text(kStart + "__global__ void k(float* c, int n) { c[n] = 1; }\n" + kMatmul +
                   " {\n  k<<<1,\n      32>>>(c);\n}\n");
  EXPECT_EQ(result.outcome, Outcome::does_not_compile);
  EXPECT_TRUE(result.refusal->line == 4 || result.refusal->line == 5) << message(result);
}

TEST_F(CompileTest, FindsHeadersBesideTheFileAndNoticesTheirChanges) {
  write("my tile.h", "constexpr int kTile = 4;\n");
  const std::string text = kStart + "#include \"my tile.h\"\n" + kMatmul + " { c[0] = kTile; }\n";
  const CompileResult first = compile_text(text);
  ASSERT_EQ(first.outcome, Outcome::ok) << message(first);
  EXPECT_EQ(compile_text(text).module, first.module);
  write("my tile.h", "constexpr int kTile = 8;\n");
  EXPECT_NE(compile_text(text).module, first.module);
  write("my tile.h", "constexpr int kTile = ;\n");
  const CompileResult broken = compile_text(text);
  EXPECT_EQ(broken.outcome, Outcome::does_not_compile);
  EXPECT_NE(message(broken).find("my tile.h:1: error"), std::string::npos) << message(broken);
  EXPECT_EQ(broken.refusal->line, std::nullopt);
}

// Paths in these messages are text, whether the file exists or not: neither a line of it nor its
// existence shows.
TEST_F(CompileTest, NamesNoFileThatAMessageMakesUp) {
  fs::create_directory(folder_.path() / "elsewhere");
  write("elsewhere/secret", "a secret\n");
  const auto told = [&](const std::string& file, const std::string& text, Backend kind) {
    std::string said = message(compile_text(kStart + "static_assert(sizeof(int) == 1, \"\\n" +
                                                file + ":1: " + text + "\");\n" + kMatmul + " {}\n",
                                            kind));
    for (std::size_t at = 0; (at = said.find(file, at)) != said.npos;) {
      said.replace(at, file.size(), "FILE");
    }
    return said;
  };
  const std::string there = (folder_.path() / "elsewhere" / "secret").string(), none = there + "s";
  for (const Backend kind : {Backend::sim, Backend::cpu}) {
    for (const char* text : {"error: owned", "note: owned", "warning: owned", "fatal error: owned",
                             "  required from here\\n/usr/include/stdio.h:1: error: owned"}) {
      const std::string said = told(there, text, kind);
      EXPECT_EQ(said, told(none, text, kind));
      EXPECT_EQ(said.find("a secret"), said.npos) << said;
      EXPECT_EQ(said.find("\nFILE:1"), said.npos) << said;
      EXPECT_NE(said.find("kernel.cu:2: error: static assertion failed"), said.npos) << said;
    }
  }
}

TEST_F(CompileTest, QuotesAnOwnHeaderThatStopsTheCompiler) {
  write("own.h", "int x;\n#error not today\n");
  const std::string text = kStart + "#include \"own.h\"\n" + kMatmul + " { c[0] = 1; }\n";
  for (const Backend kind : {Backend::sim, Backend::cpu}) {
    const std::string said = message(compile_text(text, kind));
    EXPECT_NE(said.find("own.h:2: error: #error not today\n  2 | #error not today"), said.npos)
        << said;
  }
}

TEST_F(CompileTest, NoticesAHeaderThatAppears) {
  write("asks.h", "#if __has_include(\"late.h\")\n#include \"late.h\"\n#endif\n");
  const std::string text = kStart + "#include \"asks.h\"\n" + kMatmul + " { c[0] = 1; }\n";
  EXPECT_EQ(compile_text(text).outcome, Outcome::ok);
  write("late.h", "int broken = ;\n");
  EXPECT_EQ(compile_text(text).outcome, Outcome::does_not_compile);
}

TEST_F(CompileTest, HasTheHeadersThatCudasSamplesInclude) {
  const CompileResult result =
      compile_text(kStart +
                   "#include <cuda_runtime_api.h>\n#include <device_launch_parameters.h>\n"
                   "#include <vector_functions.h>\n__global__ void f(float* c) { "
                   "atomicAdd_system(c, 1.0f); atomicAdd_block(c, 1.0f); }\n" +
                   kMatmul + " { f<<<1, 1>>>(c); }\n");
  EXPECT_EQ(result.outcome, Outcome::ok) << message(result);
}

TEST_F(CompileTest, ShowsDeviceCodeItsArchitecture) {
  const CompileResult result =
      compile_text(kStart +
                   "__global__ void f(float* c) {\n#if __CUDA_ARCH__ >= 700\n  c[0] = 1;\n#else\n"
                   "#error host\n#endif\n}\n" +
                   kMatmul + " { f<<<1, 1>>>(c); }\n");
  EXPECT_EQ(result.outcome, Outcome::ok) << message(result);
}

TEST_F(CompileTest, ConvertsAKernelsArgumentsAsACallDoes) {
  const CompileResult result = compile_text(
      kStart +
      "struct Extents { int m, n; };\ntemplate <int T> __global__ void f(float* c, const float* "
      "bias, Extents e, int last = 0) {}\n" +
      kMatmul + " { f<4><<<1, 1>>>(c, NULL, {m, n}, 3); f<4><<<1, 1>>>(c, b, Extents{m, n}); }\n");
  EXPECT_EQ(result.outcome, Outcome::ok) << message(result);
}

TEST_F(CompileTest, AnswersASecondTimeWithoutCompiling) {
  const std::string text = kNaive + "#include <vector>\n";
  const CompileResult first = compile_text(text);
  auto fastest = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(compile_text(text).module, first.module);
    fastest = std::min(fastest, std::chrono::steady_clock::now() - start);
  }
  EXPECT_LT(fastest, std::chrono::milliseconds(60));
}

TEST_F(CompileTest, MayBeCalledForTheSameFileAtTheSameTime) {
  const fs::path source = write("kernel.cu", kNaive + "// " + folder_.path().string() + "\n");
  std::vector<std::future<CompileResult>> results;
  for (int i = 0; i < 4; ++i) {
    results.push_back(
        std::async(std::launch::async, [&source] { return compile(source, Backend::sim); }));
  }
  for (auto& result : results) {
    const CompileResult done = result.get();
    EXPECT_EQ(done.outcome, Outcome::ok) << message(done);
    EXPECT_TRUE(fs::exists(done.module));
  }
}

TEST_F(CompileTest, TakesPathsWithBlanksAndOnesLikeOptions) {
  fs::create_directories(folder_.path() / "my labs");
  EXPECT_EQ(compile(write("my labs/a kernel.cu", kNaive), Backend::sim).outcome, Outcome::ok);
  write("-o.cu", kNaive);
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  EXPECT_EQ(compile("-o.cu", Backend::sim).outcome, Outcome::ok);
  fs::current_path(before);
}

TEST_F(CompileTest, EndsThoughAnIncludeDoesNot) {
  const auto start = std::chrono::steady_clock::now();
  const CompileResult result = compile_text(kStart + "#include \"/dev/zero\"\n");
  EXPECT_EQ(result.outcome, Outcome::does_not_compile) << message(result);
  EXPECT_NE(message(result).find("kernel.cu"), std::string::npos) << message(result);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(70));
}

TEST_F(CompileTest, SaysWhatIsDeclaredButDefinedNowhere) {
  const std::string text = kStart + "int helper(int);\n" + kMatmul + " { c[0] = helper(m); }\n";
  for (const Backend kind : {Backend::sim, Backend::cpu}) {
    const CompileResult result = compile_text(text, kind);
    EXPECT_EQ(result.outcome, Outcome::does_not_compile);
    EXPECT_NE(message(result).find("helper(int)"), std::string::npos) << message(result);
  }
}

TEST_F(CompileTest, WarnsWhoJudgesAfterTryingChanges) {
  const fs::path source = write("kernel.cu", kStart +
                                                 "__global__ void store(float* c) {\n"
                                                 "  float sum;\n  c[threadIdx.x] = sum;\n}\n" +
                                                 kMatmul + " { store<<<1, 32>>>(c); }\n");
  const CompileResult tried = compile(source, Backend::sim, nullptr, Purpose::trying_changes);
  ASSERT_EQ(tried.outcome, Outcome::ok) << message(tried);
  EXPECT_TRUE(tried.warnings.empty());
  const CompileResult judged = compile(source, Backend::sim);
  EXPECT_FALSE(judged.warnings.empty());
  EXPECT_NE(judged.module, tried.module);
}

TEST_F(CompileTest, QuotesWarningsThatExplainAWrongKernel) {
  const CompileResult result = compile_text(
      kStart +
      "__global__ void add(float* c) {\n  __shared__ float tile[16];\n  float sum = 0;\n"
      "  for (int i = 0; i <= 16; ++i) {\n    sum += tile[i];\n  }\n  c[0] = sum;\n}\n" +
      kMatmul + " { add<<<1, 1>>>(c); }\n");
  ASSERT_EQ(result.outcome, Outcome::ok) << message(result);
  EXPECT_NE(sentence(result.warnings).find("iteration 16 invokes undefined behavior"),
            std::string::npos)
      << sentence(result.warnings);
}

TEST_F(CompileTest, AcceptsExceptionsInHostCode) {
  const CompileResult result =
      compile_text(kStart + "#include <stdexcept>\n" + kMatmul +
                   " {\n  try {\n    if (m < 0) throw std::runtime_error(\"m\");\n"
                   "  } catch (const std::exception&) {\n    c[0] = 0;\n  }\n}\n");
  EXPECT_EQ(result.outcome, Outcome::ok) << message(result);
}

// Also through a header of the student's.
TEST_F(CompileTest, NamesWhatIsUsedOfTheToolkitAndNotWhatIsIncluded) {
  write("tile.h", "#include <mma.h>\n#include \"thrust/sort.h\"\nusing namespace nvcuda;\n");
  const std::string known = "wmma::fragment<wmma::accumulator, 16, 16, 16, half>* sums;\n";
  const std::string text = kStart + "#include \"tile.h\"\n" + kMatmul + " { c[0] = 1; }\n";
  const CompileResult unused = compile_text(text);
  EXPECT_EQ(unused.outcome, Outcome::ok) << message(unused);
  const CompileResult known_type = compile_text(text + known);
  EXPECT_EQ(known_type.outcome, Outcome::ok) << message(known_type);
  const CompileResult used = compile_text(text + "thrust::device_vector<int>* order;\n");
  EXPECT_EQ(used.outcome, Outcome::refused) << message(used);
  EXPECT_NE(message(used).find("Thrust (device_vector)"), std::string::npos) << message(used);
  const CompileResult bits = compile_text(text + "wmma::bmmaBitOp operation;\n");
  EXPECT_EQ(bits.outcome, Outcome::refused) << message(bits);
}

struct Hiding {
  std::string text, words;
};

TEST_F(CompileTest, RefusesWhatHidesAccesses) {
  write("forged.h", "#pragma GCC system_header\ninline void f() { asm(\"\"); }\n");
  const Hiding refusals[] = {
      {"inline void f() { asm(\"nop\"); }\n", "inline PTX"},
      {"__attribute__((no_sanitize(\"thread\"))) void f() {}\n", "no_sanitize"},
      {"extern \"C\" void __tsan_write4(void*) {}\n", "__tsan_write4"},
      {"#define GLUE(a, b) a##b\nextern \"C\" void GLUE(__ts, an_write4)(void*) {}\n",
       "__tsan_write4"},
      {"#define NO no_san##itize\n__attribute__((NO(\"thread\"))) void f() {}\n", ""},
      {"#include \"forged.h\"\n", "#line"},
      {"#include <cutlass/gemm.h>\n", "cutlass/gemm.h"},
      {"#define ATOMICS <cuda/atomic>\n#include ATOMICS\ncuda::atomic<int> i;\n", ""},
      {"#include <no_such_folder/../mma.h>\n", ""},
  };
  for (const Hiding& refusal : refusals) {
    const CompileResult result = compile_text(kStart + refusal.text + kMatmul + " { c[0] = 1; }\n");
    EXPECT_NE(result.outcome, Outcome::ok) << refusal.text;
    EXPECT_NE(message(result).find(refusal.words), std::string::npos) << message(result);
    EXPECT_TRUE(result.outcome == Outcome::refused || refusal.words.empty()) << message(result);
  }
}

TEST_F(CompileTest, HasTheHeadersThatDeclareNothingMore) {
  const CompileResult result = compile_text(
      "#include <builtin_types.h>\n#include <cuda.h>\n#include <device_atomic_functions.h>\n"
      "#include <driver_types.h>\n#include <host_defines.h>\n#include <math_constants.h>\n"
      "#include <sm_20_intrinsics.h>\n" +
      kStart + "__global__ void store_pi(float* c) { c[0] = CUDART_PI_F; }\n" + kMatmul +
      " { store_pi<<<1, 1>>>(c); }\n");
  EXPECT_EQ(result.outcome, Outcome::ok) << message(result);
}

TEST_F(CompileTest, SaysWhatIsNoText) {
  std::string program =
      "\x7f"
      "ELF";
  program += '\0';
  const CompileResult result = compile_text(program);
  EXPECT_EQ(result.outcome, Outcome::does_not_compile);
  EXPECT_NE(message(result).find("is not text"), std::string::npos) << message(result);
  const CompileResult large = compile_text(kStart + std::string(5 << 20, ' '));
  EXPECT_EQ(large.outcome, Outcome::does_not_compile);
  EXPECT_NE(message(large).find("larger than 1 MiB"), std::string::npos) << message(large);
}

TEST_F(CompileTest, SaysWhatIsNoSourceFile) {
  EXPECT_EQ(compile(folder_.path(), Backend::sim).outcome, Outcome::does_not_compile);
  EXPECT_EQ(compile("/dev/zero", Backend::sim).outcome, Outcome::does_not_compile);
}

TEST_F(CompileTest, BlamesTheMachineWhereThereIsNoCompiler) {
  CompileJob job{write("kernel.cu", kNaive), folder_.path(), {}, {}};
  for (const auto compile_with_none : {compile_sim, compile_cpu, compile_cuda}) {
    const CompileResult result = compile_with_none(job);
    EXPECT_EQ(result.outcome, Outcome::infrastructure);
    EXPECT_NE(message(result).find("install"), std::string::npos);
  }
}

TEST(HostCompiler, IsNamedWithItsVersion) {
  const std::string named = description(toolchain().host, "(");
  EXPECT_NE(named.find("++"), std::string::npos);
  EXPECT_NE(named.find(", "), std::string::npos);
}

}  // namespace
}  // namespace gemmlab
