#include "grader/judge/values/compiler_warnings.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

Diagnostic warning(int line, const std::string& text) {
  return {"my kernel.cu", line, Severity::warning, ForeignText(text)};
}

TEST(CompilerWarnings, TellOfWhatNobodySetAndOfIndices) {
  const auto found = telling_warnings(
      {warning(10, "'sum' may be used uninitialized [-Wmaybe-uninitialized]"),
       {"my kernel.cu", 6, Severity::note, ForeignText("'sum' was declared here")},
       warning(48, "iteration 7 invokes undefined behavior [-Waggressive-loop-optimizations]"),
       warning(9, "array subscript 4 is above array bounds of 'float [4]' [-Warray-bounds=]")});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].line, 10);
  EXPECT_EQ(found[0].text, "'sum' may be used uninitialized");
  EXPECT_EQ(found[1].line, 48);
  EXPECT_EQ(found[2].line, 9);
}

TEST(CompilerWarnings, AreAProofWhereALoopGoesTooFar) {
  const auto found = telling_warnings(
      {warning(5, "iteration 7 invokes undefined behavior [-Waggressive-loop-optimizations]"),
       warning(6, "'x' may be used uninitialized [-Wmaybe-uninitialized]")});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].is_proof);
  EXPECT_FALSE(found[1].is_proof);
}

TEST(CompilerWarnings, TellOfCommas) {
  const auto found = telling_warnings({warning(3, "the comma keeps y [-Wunused-value]"),
                                       warning(3, "the comma keeps y [-Wunused-value]"),
                                       warning(4, "statement has no effect [-Wunused-value]")});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "the comma keeps y");
}

TEST(CompilerWarnings, OfStyleTellNothing) {
  EXPECT_TRUE(telling_warnings({warning(3, "unused variable 'x' [-Wunused-variable]")}).empty());
  EXPECT_TRUE(telling_warnings({}).empty());
}

}  // namespace
}  // namespace gemmlab
