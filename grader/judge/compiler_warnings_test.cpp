#include "grader/judge/compiler_warnings.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(CompilerWarnings, TellOfWhatNobodySetAndOfIndices) {
  const auto found = telling_warnings(
      "my kernel.cu:10: warning: 'sum' may be used uninitialized [-Wmaybe-uninitialized]\n"
      "  10 |     c[row * n + col] = sum;\n"
      "my kernel.cu:6: note: 'sum' was declared here\n"
      "k.cu:48: warning: iteration 7 invokes undefined behavior "
      "[-Waggressive-loop-optimizations]\n"
      "k.cu:9: warning: array subscript 4 is above array bounds of 'float [4]' "
      "[-Warray-bounds=]\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].line, 10);
  EXPECT_EQ(found[0].text, "'sum' may be used uninitialized");
  EXPECT_EQ(found[1].line, 48);
  EXPECT_EQ(found[2].line, 9);
}

TEST(CompilerWarnings, AreAProofWhereALoopGoesTooFar) {
  const auto found = telling_warnings(
      "k.cu:5: warning: iteration 7 invokes undefined behavior [-Waggressive-loop-optimizations]\n"
      "k.cu:6: warning: 'x' may be used uninitialized [-Wmaybe-uninitialized]\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].is_proof);
  EXPECT_FALSE(found[1].is_proof);
}

TEST(CompilerWarnings, OfStyleTellNothing) {
  EXPECT_TRUE(telling_warnings("k.cu:3: warning: unused variable 'x' [-Wunused-variable]").empty());
  EXPECT_TRUE(telling_warnings("").empty());
}

}  // namespace
}  // namespace gemmlab
