#include "grader/compile/source_slips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gemmlab {
namespace {

using testing::HasSubstr;

// The line and the sentence, for a text that does not compile at some lines.
std::string slip_in(const std::string& source, const std::set<int>& error_lines = {}) {
  const auto slip = find_slip(source, error_lines);
  return slip ? std::to_string(slip->line) + ": " + slip->text : "";
}

TEST(FindSlip, NamesWhatIsNoProgram) {
  EXPECT_THAT(slip_in("int a;\n<<<<<<< HEAD\nint b;\n=======\n"), HasSubstr("2: this is a mark"));
  EXPECT_THAT(slip_in("int a;\n======="), HasSubstr("2: this is a mark of a merge"));
  EXPECT_THAT(slip_in(">>>>>>> 12ab\r\n"), HasSubstr("1: this is a mark of a merge"));
  EXPECT_THAT(slip_in("Here it is:\n```cuda\nint a;\n"), HasSubstr("2: this is Markdown"));
  EXPECT_THAT(slip_in("<pre>int a;</pre>"), HasSubstr("1: this is HTML"));
  EXPECT_THAT(slip_in("int a;\nif (a &lt; b) {"), HasSubstr("2: this is HTML"));
  EXPECT_THAT(slip_in("# mine\nimport numpy as np\n"), HasSubstr("2: this is Python"));
  EXPECT_THAT(slip_in("@cuda.jit\ndef f(a):\n"), HasSubstr("1: this is Python"));
  EXPECT_THAT(slip_in("%%writefile k.cu\nint a;"), HasSubstr("1: this is a command of a notebook"));
  EXPECT_THAT(slip_in("{\n \"cells\": []}"), HasSubstr("1: this is a notebook"));
  EXPECT_THAT(slip_in("diff --git a/k b/k\n"), HasSubstr("1: this is a list of changes"));
  EXPECT_THAT(slip_in("1 int a;\n2\n3 int b;\n4 int c;\n"), HasSubstr("1: each line begins with"));
}

TEST(FindSlip, LooksNotIntoCommentsAndStrings) {
  EXPECT_EQ(slip_in("/*\n=======\n```\nimport x\n<p>\n*/ // &lt; \u00a0\n"), "");
  EXPECT_EQ(slip_in("const char* s = \"\u00a0 ``` \u201c\";\n"), "");
  EXPECT_EQ(slip_in("const char* s = R\"(\n<pre>\n)\";\n"), "");
}

TEST(FindSlip, NamesCharactersThatLookLikeOthers) {
  EXPECT_THAT(slip_in("int a;\nint\u00a0b;"),
              HasSubstr("2: this character is a no-break space (U+00A0)"));
  EXPECT_THAT(slip_in("int a\u200b;"),
              HasSubstr("1: this line has an invisible character (U+200B)"));
  EXPECT_THAT(slip_in("f(\u201ca\u201d)"), HasSubstr("a typographic quotation mark (U+201C)"));
  EXPECT_THAT(slip_in("a \u2212 b"), HasSubstr("a minus sign (U+2212)"));
  EXPECT_THAT(slip_in("int a\uff1b"), HasSubstr("a full-width character (U+FF1B)"));
  EXPECT_THAT(slip_in("f(\u0430);", {1}), HasSubstr("a Cyrillic letter (U+0430)"));
  EXPECT_EQ(slip_in("f(\u0430);\ng(x);", {2}), "") << "a letter of another line may be meant";
  EXPECT_EQ(slip_in("int gr\u00f6\u00dfe;", {1}), "");
  EXPECT_EQ(slip_in("int \xff\xfe;", {1}), "");
}

TEST(FindSlip, NamesMisspeltWordsOfCuda) {
  for (const char* word : {"_global_", "global", "__Global__", "__global", "__GLOBAL__",
                           "_global__", "__globl__", "__gloabl__", "kernel", "__kernel"}) {
    EXPECT_THAT(slip_in(std::string(word) + " void k(float* c) {}", {1}),
                HasSubstr("is written __global__, with two"))
        << word;
  }
  EXPECT_THAT(slip_in("_shared_ float t[4];", {1}), HasSubstr("is written __shared__"));
  EXPECT_THAT(slip_in("void __device f();", {1}), HasSubstr("is written __device__"));
  EXPECT_THAT(slip_in("syncthreads();", {1}), HasSubstr("is written __syncthreads()"));
  EXPECT_THAT(slip_in("x = threadidx.x;", {1}), HasSubstr("is written threadIdx"));
  EXPECT_EQ(slip_in("global void k();", {2}), "") << "it is no error";
  EXPECT_EQ(slip_in("struct device {};\ndevice d;", {2}), "");
  EXPECT_EQ(slip_in("#define shared __shared__\nshared float t;", {2}), "");
  EXPECT_EQ(slip_in("__global__ void k();", {1}), "");
}

TEST(FindSlip, TellsHowIndicesAreWritten) {
  EXPECT_THAT(slip_in("i = blockDim(0);", {1}), HasSubstr("'blockDim(0)' is written blockDim.x"));
  EXPECT_THAT(slip_in("i = threadIdx[1];", {1}),
              HasSubstr("'threadIdx[1]' is written threadIdx.y"));
  EXPECT_THAT(slip_in("i = blockIdx(n);", {1}), HasSubstr("write blockIdx.x, blockIdx.y or"));
  EXPECT_THAT(slip_in("i = threadIdx + 1;", {1}), HasSubstr("'threadIdx' has three parts"));
  EXPECT_EQ(slip_in("dim3 blockDim(16);", {1}), "");
  EXPECT_EQ(slip_in("i = threadIdx.x + 1;", {1}), "");
}

TEST(FindSlip, TellsTheOrderOfACopy) {
  const std::string begin = "void f(const float* in, float* d) {\n";
  EXPECT_THAT(slip_in(begin + "cudaMemcpy(in, d, 4, cudaMemcpyHostToDevice); }", {2}),
              HasSubstr("2: cudaMemcpy takes the target first"));
  EXPECT_EQ(slip_in(begin + "cudaMemcpy(d, in, 4, cudaMemcpyHostToDevice); }", {2}), "");
  EXPECT_EQ(slip_in(begin + "cudaMemcpy(in, in, 4, cudaMemcpyHostToDevice); }", {2}), "");
}

TEST(FindSlip, TellsHowALaunchIsWritten) {
  const std::string kernel = "#include <x>\n__global__ void __launch_bounds__(64) k(float* c) {}\n";
  for (const char* launch :
       {"k<<g, b>>>(c);", "k<<<g, b>>(c);", "k<<g, b>>(c);", "k<<<g; b>>>(c);", "k<<<<g, b>>>>(c);",
        "k<g, b>(c);", "k(c)<<<g, b>>>;", "k[g, b](c);"}) {
    EXPECT_THAT(slip_in(kernel + launch, {3}), HasSubstr("k<<<grid, block>>>(...)")) << launch;
  }
  EXPECT_EQ(slip_in(kernel + "k<<<g, b>>>(d);", {3}), "");
  EXPECT_EQ(slip_in("template <int N>\n__global__ void k() {}\nk<4>();", {3}), "");
}

}  // namespace
}  // namespace gemmlab
