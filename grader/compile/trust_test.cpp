// No line of a lab file becomes a trusted header's, whatever the file calls itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "grader/compile/compile.h"
#include "grader/compile/compile_result.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/machine/scratch_folder.h"

namespace gemmlab {
namespace {

struct Disguise {
  const char* name;
  std::string before, after;  // around what only a trusted header may contain
  bool includes_itself = false;
  std::string included = "__FILE__";
};

const char* const kHidden =
    "__device__ inline float fenced(const float* place) {\n"
    "  float value;\n"
    "  asm volatile(\"movss %1, %0\" : \"=x\"(value) : \"m\"(*place));\n"
    "  return value;\n}\n";
const char* const kHarmless =
    "__device__ inline float fenced(const float* place) {\n  return *place;\n}\n";
const char* const kFenced =
    "__global__ void copy(const float* a, float* c) { c[threadIdx.x] = fenced(a + threadIdx.x); }\n"
    "extern \"C\" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {\n"
    "  copy<<<1, 1>>>(a, c);\n}\n";

class Disguises : public testing::TestWithParam<Disguise> {
 protected:
  CompileResult compile_disguised(const std::string& function) {
    const Disguise& how = GetParam();
    std::string text = how.before + function + how.after;
    text = how.includes_itself
               ? "#ifndef AGAIN\n#define AGAIN\n#include <gemmlab/matmul.h>\n#include " +
                     how.included + "\n" + kFenced + "#else\n" + text + "#endif\n"
               : "#include <gemmlab/matmul.h>\n" + text + kFenced;
    for (std::size_t at = 0; (at = text.find("HERE", at)) != text.npos;) {
      text.replace(at, 4, file_.string());
    }
    std::ofstream(file_) << text;
    return compile(file_, Backend::sim);
  }

  ScratchFolder folder_{testing::TempDir()};
  const fs::path file_ = fs::canonical(folder_.path()) / "kernel.cu";
};

TEST_P(Disguises, HideNothing) {
  const CompileResult result = compile_disguised(kHidden);
  EXPECT_EQ(result.outcome, CompileResult::Outcome::refused) << message(result);
}

INSTANTIATE_TEST_SUITE_P(
    Files, Disguises,
    testing::Values(
        Disguise{"PragmaOfTwoLines", "_Pragma(\n\"GCC \\\nsystem_header\")\n", "", true},
        Disguise{"PragmaWithAnEscape", "_Pragma(\"GCC \\x73ystem_header\")\n", "", true},
        Disguise{"PragmaMadeByAMacro", "#define DO(x) _Pragma(#x)\nDO(GCC\nsystem_header)\n", "",
                 true},
        Disguise{"PragmaWithAComment", "#pragma GCC /*\n*/ system_header\n", "", true},
        Disguise{"BelowUsrByDots", "", "", true, "<../../../../../../../../../../..HERE>"},
        Disguise{"BelowUsrByTheProcessesFolder", "", "", true,
                 "<../../../../../../../../../../../proc/self/root/HERE>"},
        Disguise{"NameOfASystemsHeader", "#/*\n*/line 1 \"/usr/include/stdio.h\"\n",
                 "#/*\n*/line 30 \"HERE\"\n"},
        Disguise{"MarkerOfASystemsHeader", "#/*\n*/1 \"/usr/include/stdio.h\" 3\n",
                 "#/*\n*/30 \"HERE\"\n"},
        Disguise{"MarkerBehindAComment", "/*\n*/ %: /*\n*/ 1 \"/usr/include/stdio.h\" 1 3\n",
                 "/*\n*/ # /*\n*/ 30 \"HERE\" 2\n"},
        Disguise{"SplicedWord", "", "#define UNUSED a\\\nsm\n"}),
    [](const testing::TestParamInfo<Disguise>& info) { return info.param.name; });

TEST(TrustedHeaders, AreNotWhatMacrosOfTheStudentsAddToThem) {
  const ScratchFolder folder(testing::TempDir());
  const auto outcome = [&](const std::string& header, const std::string& name,
                           const std::string& before, const std::string& after) {
    const fs::path file = folder.path() / "kernel.cu";
    std::string function = kHidden;
    function.replace(function.find("asm"), 3, "GLUE(a, sm)");
    function = before + function + after;
    std::replace(function.begin(), function.end(), '\n', ' ');
    std::ofstream(file) << "#define GLUE(x, y) x##y\n#define " << name << ' ' << function
                        << "\n#include <" << header << ">\n#include <gemmlab/matmul.h>\n"
                        << kFenced;
    return compile(file, Backend::sim).outcome;
  };
  EXPECT_EQ(outcome("search.h", "VISIT", "VISIT; ", "typedef int OTHER"),
            CompileResult::Outcome::refused);
  EXPECT_EQ(outcome("cuda_pipeline.h", "__pipeline_commit", "before() {} ", "void after"),
            CompileResult::Outcome::refused);
}

// What a right file may have.
TEST(RightFiles, AreTrustedAsFarAsTheyNeed) {
  const ScratchFolder folder(testing::TempDir());
  std::ofstream(folder.path() / "own.h") << kHarmless;
  const fs::path file = folder.path() / "kernel.cu";
  std::ofstream(file)
      << "#include <gemmlab/matmul.h>\n#include <cassert>\n#include <cfloat>\n"
         "#include <cmath>\n#include <cooperative_groups.h>\n#include <cstdarg>\n"
         "#include <cstddef>\n#include <cstdio>\n#include <sys/select.h>\n"
         "#include \"own.h\"\n"
         "#define SUM(x, y) x##y\nstruct Pair { int a, b; };\n"
         "static void say(const char* form, ...) {\n  va_list list;\n"
         "  va_start(list, form);\n  vprintf(form, list);\n  va_end(list);\n}\n"
         "__global__ void most(float* c, int n) {\n  assert(c != NULL);\n"
         "  c[SUM(thread, Idx).x] = FLT_MAX - INFINITY + offsetof(Pair, b) + NAN;\n}\n"
      << kFenced << "void last() { say(\"asm %d\", HUGE_VALF > 1); }\n";
  const CompileResult result = compile(file, Backend::sim);
  EXPECT_EQ(result.outcome, CompileResult::Outcome::ok) << message(result);
}

}  // namespace
}  // namespace gemmlab
